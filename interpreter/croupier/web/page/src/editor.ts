// The texts in an editor: CodeMirror in a root of its own, so that no style has to be written into the page.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { bracketMatching, foldGutter, foldKeymap, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting, syntaxTree } from "@codemirror/language";
import { lintGutter, lintKeymap, nextDiagnostic, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Annotation, EditorState, RangeSet, StateEffect, StateField, type Extension, type TransactionSpec } from "@codemirror/state";
import {
  Decoration, drawSelection, EditorView, gutter, GutterMarker, highlightActiveLine, highlightActiveLineGutter, hoverTooltip, keymap, lineNumbers, MatchDecorator,
  ViewPlugin, type DecorationSet, type Tooltip, type ViewUpdate,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { Answer, Change, Covered, Edits, File, Found, Tint } from "./workprotocol";
import type { Editor, Workstore } from "./workstore";

/** The text was given by the studio: it need not be told. */
const given = Annotation.define<boolean>();

const WORDS =
  /\b(?:move|to|of|if|then|else|for|each|set|add|subtract|shuffle|reveal|hide|show|choose|let|be|is|not|and|or|in|where|count|sum|top|bottom|all|some|none|no|yes|one|any|end|deal|reverse|skip|by|until|when|from|starting|seen|with|without|next|highest|lowest|random|as|owner|everyone|nobody|me|it)\b/g;

const marker = new MatchDecorator({
  regexp: WORDS,
  decorate(add, from, to, _match, view) {
    const node = syntaxTree(view.state).resolveInner(from, 1);
    if (node.name === "Literal" && node.parent?.name !== "Key") add(from, to, Decoration.mark({ class: "cm-word" }));
  },
});

/** The words of our sentences stand out from the names. */
const sentences = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = marker.createDeco(view);
    }
    update(update: ViewUpdate) {
      if (update.docChanged || update.viewportChanged || syntaxTree(update.startState) !== syntaxTree(update.state)) {
        this.decorations = marker.createDeco(update.view);
      }
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

const highlighting = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--code-key)", fontWeight: "600" },
  { tag: tags.comment, color: "var(--dim)", fontStyle: "italic" },
  { tag: tags.string, color: "var(--ink)" },
  { tag: [tags.separator, tags.punctuation, tags.squareBracket, tags.brace], color: "var(--dim)" },
]);

const theme = EditorView.theme({
  "&": { height: "100%", background: "var(--panel)", color: "var(--ink)", fontSize: "14px" },
  "&.cm-focused": { outline: "2px solid var(--lit)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: 'ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace', lineHeight: "1.45" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { background: "var(--panel)", color: "var(--dim)", border: "0", borderRight: "1px solid var(--edge)" },
  ".cm-activeLine": { background: "color-mix(in srgb, var(--felt) 55%, transparent)" },
  ".cm-activeLineGutter": { background: "var(--felt)", color: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { background: "var(--code-selected)" },
  ".cm-word": { color: "var(--code-word)" },
  ".cm-tooltip": { background: "var(--panel)", color: "var(--ink)", border: "1px solid var(--edge)", borderRadius: ".4rem", maxWidth: "36rem" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { background: "var(--accent)", color: "var(--onaccent)" },
  ".cm-completionDetail": { color: "inherit", opacity: ".8" },
  ".cm-told": { padding: ".4rem .6rem", maxWidth: "34rem", whiteSpace: "pre-wrap" },
  ".cm-told pre": { margin: ".3rem 0", padding: ".3rem .4rem", background: "var(--felt)", borderRadius: ".3rem", overflow: "auto" },
  ".cm-diagnosticAction": { background: "var(--accent)", color: "var(--onaccent)", fontSize: ".9em" },
  ".cm-panels": { background: "var(--panel)", color: "var(--ink)" },
  ".cm-textfield, .cm-button": { background: "var(--felt)", color: "var(--ink)", backgroundImage: "none", border: "1px solid var(--edge)" },
  // Nothing is fetched for these, not even a picture in the text.
  ".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy var(--code-never)", textUnderlineOffset: "3px" },
  ".cm-lintRange-warning": { backgroundImage: "none", textDecoration: "underline wavy var(--code-rare)", textUnderlineOffset: "3px" },
  ".cm-lint-marker": { width: "auto", height: "auto", content: "normal" },
  ".cm-lint-marker-error": { content: "normal" },
  ".cm-lint-marker-warning": { content: "normal" },
  ".cm-lint-marker-error::before": { content: '"✗"', color: "var(--code-never)" },
  ".cm-lint-marker-warning::before": { content: '"!"', color: "var(--code-rare)", fontWeight: "700" },
  ".cm-coverage": { width: "1.3em", textAlign: "center", cursor: "default" },
  ".cm-coverage .cm-gutterElement": { padding: "0" },
  ".cm-tint-often": { color: "var(--code-often)" },
  ".cm-tint-rare": { color: "var(--code-rare)" },
  ".cm-tint-partly": { color: "var(--code-rare)" },
  ".cm-tint-never": { color: "var(--code-never)", fontWeight: "700" },
});

// ---------------------------------------------------------------- coverage in the margin

const SIGNS: Record<Tint, string> = { often: "●", rare: "◐", partly: "◑", never: "○", told: "" };

class Mark extends GutterMarker {
  constructor(
    readonly tint: Tint,
    readonly told: string,
  ) {
    super();
  }
  override eq(other: Mark): boolean {
    return this.tint === other.tint && this.told === other.told;
  }
  override toDOM(): Node {
    const dom = document.createElement("span");
    dom.className = `cm-tint-${this.tint}`;
    dom.textContent = SIGNS[this.tint];
    dom.title = this.told;
    return dom;
  }
}

const setMarks = StateEffect.define<RangeSet<Mark>>();
const marks = StateField.define<RangeSet<Mark>>({
  create: () => RangeSet.empty,
  update(held, tr) {
    let found = held.map(tr.changes);
    for (const effect of tr.effects) if (effect.is(setMarks)) found = effect.value;
    return found;
  },
});

// ---------------------------------------------------------------- halves of letters

const HALF = /\p{Surrogate}/gu;

/** Half of a surrogate pair cannot be written to a file: where one is pasted, the sign for an unknown letter is put. */
const wholeLetters = EditorState.transactionFilter.of((tr) => {
  let halves = false;
  const changes: { from: number; to: number; insert: string }[] = [];
  tr.changes.iterChanges((from, to, _from, _to, inserted) => {
    const text = inserted.toString();
    const insert = text.replace(HALF, "\ufffd");
    halves ||= insert !== text;
    changes.push({ from, to, insert });
  });
  return halves ? { changes, selection: tr.selection, effects: tr.effects, scrollIntoView: tr.scrollIntoView } : tr;
});

// ---------------------------------------------------------------- the editor

const TYPES: Record<string, string> = {
  key: "property", value: "enum", local: "variable", name: "class", builtin: "function", word: "keyword", path: "text", file: "namespace",
};

export class Texts implements Editor {
  readonly view: EditorView;
  private states = new Map<string, EditorState>();
  private shown = "";

  constructor(
    host: HTMLElement,
    private store: Workstore,
  ) {
    const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
    root.replaceChildren();
    this.view = new EditorView({ parent: root, root, state: EditorState.create({ doc: "" }) });
  }

  destroy(): void {
    this.view.destroy();
  }

  private extensions(file: string): Extension {
    const store = this.store;
    return [
      lineNumbers(),
      gutter({ class: "cm-coverage", markers: (view) => view.state.field(marks) }),
      marks,
      lintGutter(),
      foldGutter(),
      history(),
      drawSelection(),
      indentOnInput(),
      indentUnit.of("  "),
      bracketMatching(),
      closeBrackets(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      highlightSelectionMatches(),
      search({ top: true }),
      yaml(),
      syntaxHighlighting(highlighting),
      sentences,
      theme,
      EditorView.lineWrapping,
      wholeLetters,
      EditorView.contentAttributes.of({ "aria-label": file, tabindex: "0" }),
      autocompletion({ override: [(context) => this.complete(file, context)], icons: false }),
      hoverTooltip((_view, at) => this.hover(file, at)),
      keymap.of([
        { key: "F12", run: (view) => (this.define(file, view.state.selection.main.head), true) },
        { key: "F2", run: (view) => (store.rename(file, view.state.selection.main.head), true) },
        { key: "Shift-Alt-f", run: () => (this.format(file), true) },
        { key: "Mod-.", run: (view) => (this.mend(file, view), true) },
        ...closeBracketsKeymap,
        ...defaultKeymap,
        ...searchKeymap,
        ...historyKeymap,
        ...foldKeymap,
        ...completionKeymap,
        ...lintKeymap,
      ]),
      EditorView.updateListener.of((update) => {
        if (!update.docChanged || update.transactions.every((each) => each.annotation(given))) return;
        store.typed(file, changesOf(update.changes));
      }),
    ];
  }

  // -------------------------------------------------------------- what the studio gives

  lay(files: File[], shown: string): void {
    this.states.clear();
    for (const file of files) this.states.set(file.name, this.made(file));
    this.shown = shown;
    this.view.setState(this.states.get(shown)!);
  }

  private made(file: File): EditorState {
    return EditorState.create({ doc: file.text, extensions: this.extensions(file.name) });
  }

  replace(file: File): void {
    const state = this.state(file.name);
    if (state === undefined) {
      this.states.set(file.name, this.made(file));
      return;
    }
    if (state.doc.toString() === file.text) return;
    this.update(file.name, { changes: { from: 0, to: state.doc.length, insert: file.text }, annotations: given.of(true) });
  }

  /** The texts as they are after these edits; they are told like what is typed. */
  edit(edits: Edits): void {
    for (const [file, changes] of Object.entries(edits)) {
      const listed = changes.map(([from, to, insert]) => ({ from, to, insert }));
      const before = this.state(file);
      if (before === undefined) continue;
      if (file === this.shown) this.view.dispatch({ changes: listed, scrollIntoView: true });
      else {
        const tr = before.update({ changes: listed });
        this.states.set(file, tr.state);
        this.store.typed(file, changesOf(tr.changes));
      }
    }
  }

  found(file: string, found: Found[]): void {
    const state = this.state(file);
    if (state === undefined) return;
    const length = state.doc.length;
    const told = found.map((each): Diagnostic => {
      const { fix } = each;
      return {
        from: Math.min(each.from, length),
        to: Math.min(Math.max(each.to, each.from), length),
        severity: each.severity,
        message: [each.message, ...each.lines].join("\n"),
        source: each.code,
        actions: fix
          ? [{ name: `${this.store.labels.write ?? ""} ${fix.text}`, apply: () => this.edit({ [file]: [[fix.from, fix.to, fix.text]] }) }]
          : [],
      };
    });
    this.update(file, setDiagnostics(state, told));
  }

  marks(covered: Covered | null): void {
    for (const file of this.states.keys()) {
      const state = this.state(file)!;
      const lines = Object.entries(covered?.lines[file] ?? {});
      const found = lines
        .map(([number, line]) => [Number(number), line] as const)
        .filter(([number, line]) => number <= state.doc.lines && line.tint !== "told")
        .map(([number, line]) => new Mark(line.tint, line.text.join("\n")).range(state.doc.line(number).from));
      this.update(file, { effects: setMarks.of(RangeSet.of(found, true)) });
    }
  }

  text(file: string): string | null {
    return this.state(file)?.doc.toString() ?? null;
  }

  private state(file: string): EditorState | undefined {
    return file === this.shown ? this.view.state : this.states.get(file);
  }

  private update(file: string, spec: TransactionSpec): void {
    if (file === this.shown) this.view.dispatch(spec);
    else this.states.set(file, this.states.get(file)!.update(spec).state);
  }

  // -------------------------------------------------------------- what is done

  show(file: string): void {
    if (file === this.shown || !this.states.has(file)) return;
    this.states.set(this.shown, this.view.state);
    this.shown = file;
    this.view.setState(this.states.get(file)!);
  }

  /** Go to a place, and write on there. */
  go(file: string, at: number): void {
    this.store.show(file);
    this.show(file);
    const place = Math.min(at, this.view.state.doc.length);
    this.view.dispatch({ selection: { anchor: place }, effects: EditorView.scrollIntoView(place, { y: "center" }) });
    this.view.focus();
  }

  goLine(file: string, line: number): void {
    const doc = this.state(file)?.doc;
    if (doc !== undefined) this.go(file, doc.line(Math.min(Math.max(1, line), doc.lines)).from);
  }

  format(file: string): void {
    void this.store.ask("format", file).then((answer) => this.edit(answer.edits ?? {}));
  }

  nextProblem(): void {
    this.view.focus();
    nextDiagnostic(this.view);
  }

  private mend(file: string, view: EditorView): void {
    const { from, to } = view.state.selection.main;
    void this.store.ask("mend", file, { at: from, to }).then((answer) => {
      const first = answer.mendings?.[0];
      if (first !== undefined) this.edit(first.edits);
    });
  }

  private define(file: string, at: number): void {
    void this.store.ask("definition", file, { at }).then((answer) => {
      const place = answer.places?.[0];
      if (place === undefined) return;
      if ("elsewhere" in place) this.store.tell(place.elsewhere);
      else this.go(place.file, place.from);
    });
  }

  private async complete(file: string, context: CompletionContext): Promise<CompletionResult | null> {
    const answer = await this.store.ask("complete", file, { at: context.pos });
    const words = answer.words ?? [];
    if (words.length === 0 || context.aborted) return null;
    const typed = words[0]!.instead;
    const there = context.state.sliceDoc(context.pos - typed, context.pos);
    if (!context.explicit && words.filter(({ label }) => label.startsWith(there)).every(({ label }) => label === there)) return null;
    if (!context.explicit && typed === 0 && !/[\s/[.]$/.test(context.state.sliceDoc(Math.max(0, context.pos - 1), context.pos))) return null;
    return {
      from: context.pos - typed,
      options: words.map((word, at) => ({
        label: word.label, apply: word.word, detail: word.detail, info: word.told || undefined, type: TYPES[word.sort], boost: 99 - Math.min(198, at),
      })),
      validFor: /^\w*$/,
    };
  }

  private async hover(file: string, at: number): Promise<Tooltip | null> {
    const answer = await this.store.ask("hover", file, { at });
    if (!answer.head) return null;
    return { pos: answer.from ?? at, end: answer.to ?? at, above: true, create: () => ({ dom: told(answer) }) };
  }
}

function changesOf(changes: { iterChanges(f: (fromA: number, toA: number, fromB: number, toB: number, inserted: { toString(): string }) => void): void }): Change[] {
  const found: Change[] = [];
  changes.iterChanges((from, to, _fromB, _toB, inserted) => found.push([from, to, inserted.toString()]));
  return found;
}

/** What is told of a word. */
function told(answer: Answer): HTMLElement {
  const dom = document.createElement("div");
  dom.className = "cm-told";
  const head = dom.appendChild(document.createElement("strong"));
  head.textContent = answer.head ?? "";
  dom.append(` · ${[answer.sort, answer.worth].filter(Boolean).join(" · ")}`);
  if (answer.written) dom.appendChild(document.createElement("pre")).textContent = answer.written;
  for (const line of [answer.title, answer.note, ...(answer.clauses ?? []).map(([name, text]) => `${name}: ${text}`)]) {
    if (line) dom.appendChild(document.createElement("div")).textContent = line;
  }
  return dom;
}
