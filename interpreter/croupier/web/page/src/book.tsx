// The printed rules, drawn.

import type { Block, Document, Item, Section } from "./roomprotocol";

function Listed({ items, ordered }: { items: Item[]; ordered: boolean }) {
  const inside = items.map((item, at) => (
    <li key={at}>
      {item.text}
      {item.below.length > 0 && <Listed items={item.below} ordered={item.ordered} />}
    </li>
  ));
  return ordered ? <ol>{inside}</ol> : <ul>{inside}</ul>;
}

function Told({ block }: { block: Block }) {
  if (block.kind === "paragraph") return <p>{block.text}</p>;
  if (block.kind === "items") return <Listed items={block.items} ordered={block.ordered} />;
  return (
    <table>
      <thead>
        <tr>{block.head.map((cell, at) => <th scope="col" key={at}>{cell}</th>)}</tr>
      </thead>
      <tbody>
        {block.rows.map((row, at) => (
          <tr key={at}>{row.map((cell, column) => <td key={column}>{cell}</td>)}</tr>
        ))}
      </tbody>
    </table>
  );
}

function Chapter({ section, depth }: { section: Section; depth: number }) {
  return (
    <section>
      {depth === 0 ? <h3>{section.title}</h3> : <h4>{section.title}</h4>}
      {section.blocks.map((block, at) => <Told block={block} key={at} />)}
      {section.sections.map((each) => <Chapter section={each} depth={depth + 1} key={each.anchor} />)}
    </section>
  );
}

export function Book({ book }: { book: Document }) {
  return (
    <article lang={book.language}>
      <h2 class="book">{book.title}</h2>
      {book.lead.map((block, at) => <Told block={block} key={at} />)}
      {book.sections.map((section) => <Chapter section={section} depth={0} key={section.anchor} />)}
    </article>
  );
}
