// A card drawn from what it is: its suit, rank, colour and number, whatever the deck calls them.

import type { ComponentChildren, VNode } from "preact";
import type { Card } from "./protocol";

const SUITS: Record<string, string> = {
  hearts: "M0 34C-12 22 -34 6 -34 -12C-34 -26 -24 -34 -14 -34C-7 -34 -2 -29 0 -22C2 -29 7 -34 14 -34C24 -34 34 -26 34 -12C34 6 12 22 0 34Z",
  diamonds: "M0 -38C7 -24 16 -10 28 0C16 10 7 24 0 38C-7 24 -16 10 -28 0C-16 -10 -7 -24 0 -38Z",
  spades: "M0 -36C10 -22 34 -8 34 10C34 21 26 27 18 27C12 27 7 24 4 20C5 28 8 33 13 36H-13C-8 33 -5 28 -4 20C-7 24 -12 27 -18 27C-26 27 -34 21 -34 10C-34 -8 -10 -22 0 -36Z",
  clubs: "M0 -36A16 16 0 0 1 12 -9A16 16 0 1 1 5 17C6 27 9 33 13 36H-13C-9 33 -6 27 -5 17A16 16 0 1 1 -12 -9A16 16 0 0 1 0 -36Z",
};

/** One sign for each colour, so that nobody has to tell colours apart. */
const SIGNS: string[] = [
  "M0 -34A34 34 0 1 1 -0.1 -34Z",
  "M0 -36L36 28H-36Z",
  "M-30 -30H30V30H-30Z",
  "M0 -38L32 0L0 38L-32 0Z",
  "M0 -38L9 -12H36L14 5L22 32L0 16L-22 32L-14 5L-36 -12H-9Z",
  "M-18 -33H18L36 0L18 33H-18L-36 0Z",
  "M-12 -36H12V-12H36V12H12V36H-12V12H-36V-12H-12Z",
  "M-34 -20C-10 -44 10 4 34 -20V20C10 44 -10 -4 -34 20Z",
];

const COLOURS = ["red", "blue", "green", "yellow", "purple", "orange", "black", "white"];

/** The colour of a word that names one, with the number of its sign; else by its letters, the same each time. */
function tint(word: string): { name: string; sign: number } {
  const plain = word.toLowerCase();
  const known = COLOURS.indexOf(plain === "violet" ? "purple" : plain === "grey" || plain === "gray" ? "white" : plain);
  if (known >= 0) return { name: COLOURS[known]!, sign: known };
  let sum = 0;
  for (const letter of plain) sum = (sum * 31 + letter.codePointAt(0)!) % 9973;
  const place = sum % 6;
  return { name: COLOURS[place]!, sign: place };
}

/** Where the pips of a number stand, in units of the field in the middle. */
const PIPS: Record<number, [number, number][]> = (() => {
  const column = (x: number, ys: number[]): [number, number][] => ys.map((y) => [x, y]);
  const two = [-1, 1];
  const three = [-1, 0, 1];
  const four = [-1, -1 / 3, 1 / 3, 1];
  const sides = (ys: number[]): [number, number][] => [...column(-1, ys), ...column(1, ys)];
  return {
    1: column(0, [0]),
    2: column(0, two),
    3: column(0, three),
    4: sides(two),
    5: [...sides(two), [0, 0]],
    6: sides(three),
    7: [...sides(three), [0, -0.5]],
    8: [...sides(three), [0, -0.5], [0, 0.5]],
    9: [...sides(four), [0, 0]],
    10: [...sides(four), [0, -0.66], [0, 0.66]],
  };
})();

function Sign({ path, x, y, size, turned }: { path: string; x: number; y: number; size: number; turned?: boolean }) {
  return <path d={path} transform={`translate(${x} ${y}) scale(${size / 76})${turned ? " rotate(180)" : ""}`} />;
}

function Corner({ text, path, turned }: { text: string; path?: string | undefined; turned?: boolean }) {
  const size = text.length > 2 ? 13 : text.length > 1 ? 20 : 23;
  return (
    <g transform={turned ? "rotate(180 50 70)" : undefined}>
      <text class="index" x={text.length > 2 ? 6 : 15} y="24" font-size={size} text-anchor={text.length > 2 ? "start" : "middle"}>
        {text}
      </text>
      {path && <Sign path={path} x={15} y={37} size={15} />}
    </g>
  );
}

/** The sign of a rank in the corner: as the table writes it, without the sign of the suit. */
function index(card: Card): string {
  return card.text.replace(/[♠♥♦♣]/gu, "") || card.text;
}

function Suited({ card, suit, rank }: { card: Card; suit: string; rank: string }) {
  const path = SUITS[suit]!;
  const corner = index(card);
  const number = rank === "A" ? 1 : Number(rank);
  const pips = PIPS[number];
  let middle: ComponentChildren;
  if (pips && number === 1) middle = <Sign path={path} x={50} y={70} size={44} />;
  else if (pips) {
    middle = pips.map(([x, y]) => <Sign path={path} x={50 + x * 18} y={70 + y * 38} size={number > 8 ? 17 : 20} turned={y > 0} />);
  } else {
    middle = (
      <>
        <rect class="frame" x="27" y="24" width="46" height="92" rx="5" />
        <Sign path={path} x={39} y={38} size={15} />
        <Sign path={path} x={61} y={102} size={15} turned />
        <text class="court" x="50" y="85" font-size="42" text-anchor="middle">
          {corner}
        </text>
      </>
    );
  }
  return (
    <g class={suit === "hearts" || suit === "diamonds" ? "red" : "black"}>
      <Corner text={corner} path={path} />
      <Corner text={corner} path={path} turned />
      {middle}
    </g>
  );
}

/** How broad a text is about, in heights of its letters: capitals of a bold face are far broader than small ones. */
function breadth(text: string): number {
  return [...text].reduce((sum, letter) => sum + (/\p{Lu}/u.test(letter) ? 0.85 : 0.68), 0);
}

/** A long word on up to three lines. */
function Words({ text, y, size, width }: { text: string; y: number; size: number; width: number }) {
  const lines: string[] = [];
  const most = Math.max(4, Math.floor(width / (size * 0.56)));
  for (const word of text.split(/[\s_-]+/u)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  const fitting = Math.min(size, width / Math.max(...lines.map(breadth)));
  const start = y - ((lines.length - 1) * fitting * 1.1) / 2 + fitting * 0.36;
  return (
    <>
      {lines.map((line, n) => (
        <text class="word" x="50" y={start + n * fitting * 1.1} font-size={fitting} text-anchor="middle">
          {line}
        </text>
      ))}
    </>
  );
}

/** Any other card: the colour by its tint and sign, the first short value large, the rest in words. */
function Custom({ card }: { card: Card }) {
  const attributes = Object.entries(card.attributes ?? {});
  const coloured =
    attributes.find(([name]) => /colou?r|suit|shape|family/u.test(name)) ??
    attributes.find(([, value]) => COLOURS.includes(value.toLowerCase()));
  const hue = coloured ? tint(coloured[1]) : undefined;
  const said = (name: string, value: string): string => card.words?.[name] ?? value;
  const rest = attributes.filter(([name]) => name !== coloured?.[0]).map(([name, value]) => [name, said(name, value)] as const);
  const text = (card.text.length > 3 && card.name) || card.text || card.name || "";
  const short = rest.find(([, value]) => value.length <= 3)?.[1];
  const all = rest.map(([, value]) => value).join(" ");
  const plain = short !== undefined && /^\p{L}{3}$/u.test(short) && rest.length > 1; // a word like any other
  const main = text.length <= 3 || !rest.length ? text : plain ? all : (short ?? all);
  const others = attributes.length > 1 ? rest.filter(([, value]) => !main.includes(value)).map(([, value]) => value) : [];
  const sign = hue === undefined ? undefined : SIGNS[hue.sign];
  const number = /^-?\d+$/u.test(main) ? Number(main) : undefined;
  const level = number === undefined ? "" : ` level${Math.abs(number) % 6}`;
  return (
    <g class={hue ? `tint-${hue.name}` : `plain${level}`}>
      <rect class="field" x="9" y="9" width="82" height="122" rx="7" />
      {sign && <Sign path={sign} x={80} y={21} size={15} />}
      {sign && <Sign path={sign} x={20} y={119} size={15} turned />}
      {main.length <= 3 ? (
        <>
          <text class="index" x="16" y="30" font-size={20}>
            {main}
          </text>
          <text class="index" x="16" y="30" font-size={20} transform="rotate(180 50 70)">
            {main}
          </text>
          <text class="large" x="50" y="86" font-size={main.length > 2 ? 36 : 48} text-anchor="middle">
            {main}
          </text>
          {number !== undefined && (main === "6" || main === "9") && <rect class="under" x="36" y="92" width="28" height="3.5" />}
        </>
      ) : (
        <Words text={main} y={70} size={22} width={76} />
      )}
      {others.length > 0 && <Words text={others.join(" ")} y={108} size={11} width={70} />}
      {coloured && <Words text={said(...coloured)} y={others.length ? 120 : 110} size={10} width={60} />}
    </g>
  );
}

function Joker({ card }: { card: Card }) {
  return (
    <g class="joker">
      <path class="star" d="M50 30L60 58L90 59L66 77L75 106L50 89L25 106L34 77L10 59L40 58Z" />
      <Words text={card.name ?? card.text} y={122} size={13} width={80} />
      <text class="index" x="14" y="25" font-size="20" text-anchor="middle">
        ★
      </text>
    </g>
  );
}

function Back(): VNode {
  const lines = [];
  for (let at = -120; at <= 120; at += 14) lines.push(<path class="weave" d={`M${at} 0L${at + 140} 140M${at + 140} 0L${at} 140`} />);
  return (
    <g class="back">
      <rect class="backfield" x="7" y="7" width="86" height="126" rx="6" />
      <g clip-path="url(#back)">{lines}</g>
      <rect class="backedge" x="7" y="7" width="86" height="126" rx="6" />
    </g>
  );
}

/** What is shared by all cards: put into the page once. */
export function Shared() {
  return (
    <svg width="0" height="0" aria-hidden="true" class="shared">
      <defs>
        <clipPath id="back">
          <rect x="7" y="7" width="86" height="126" rx="6" />
        </clipPath>
      </defs>
    </svg>
  );
}

/** The picture of a card; what it is called stands beside it, for those who hear it. */
export function Face({ card }: { card: Card }) {
  const { suit, rank } = card.attributes ?? {};
  let drawn: VNode;
  if (card.face === "gap") drawn = <g />;
  else if (card.face === "down" && !card.remembered) drawn = <Back />;
  else if (suit !== undefined && rank !== undefined && SUITS[suit]) drawn = <Suited card={card} suit={suit} rank={rank} />;
  else if (card.kind === "joker") drawn = <Joker card={card} />;
  else drawn = <Custom card={card} />;
  return (
    <svg viewBox="0 0 100 140" aria-hidden="true" class={`face ${card.face}${card.remembered ? " remembered" : ""}`}>
      <rect class="paper" x="1" y="1" width="98" height="138" rx="9" />
      {drawn}
      {card.role && (
        <g class="role">
          <rect x="20" y="58" width="60" height="24" rx="12" />
          <text x="50" y="76" font-size="17" text-anchor="middle">
            {card.role}
          </text>
        </g>
      )}
      {card.remembered && (
        <g class="question">
          <circle cx="50" cy="13" r="11" />
          <text x="50" y="19" font-size="18" text-anchor="middle">
            ?
          </text>
        </g>
      )}
    </svg>
  );
}

export function Backside() {
  return (
    <svg viewBox="0 0 100 140" aria-hidden="true" class="face down">
      <rect class="paper" x="1" y="1" width="98" height="138" rx="9" />
      <Back />
    </svg>
  );
}
