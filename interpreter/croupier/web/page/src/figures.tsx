// Figures as SVG, in the colours of the page; each says in words what it shows.

import type { ComponentChildren } from "preact";
import type { Part } from "./workprotocol";

const WIDE = 420;

function Figure({ title, about, height, told, children }: { title: string; about: string; height: number; told: string; children: ComponentChildren }) {
  return (
    <figure class="figure">
      <figcaption>{title}</figcaption>
      <svg viewBox={`0 0 ${WIDE} ${height + 34}`} role="img" aria-label={`${title}: ${told}`}>
        {children}
        <text x={WIDE / 2} y={height + 30} class="about">{about}</text>
      </svg>
    </figure>
  );
}

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;

/** Shares with their intervals; dashed: what would be fair. */
export function Dots({ title, about, rows, names, fair }: { title: string; about: string; rows: Part[]; names: string[]; fair: number }) {
  const [left, right] = [40, WIDE - 16];
  const most = Math.min(1, Math.max(2 * fair, ...rows.map((row) => row.high)));
  const x = (share: number): number => left + ((right - left) * share) / most;
  const height = 24 * rows.length + 8;
  const ticks = [0, most / 2, most];
  return (
    <Figure title={title} about={about} height={height} told={rows.map((row, at) => `${names[at]} ${percent(row.mean)}`).join(", ")}>
      <line x1={x(fair)} x2={x(fair)} y1={0} y2={height} class="fair" />
      {rows.map((row, at) => {
        const y = 16 + 24 * at;
        return (
          <g key={at}>
            <text x={left - 8} y={y + 4} class="end">{names[at]}</text>
            <line x1={x(row.low)} x2={x(row.high)} y1={y} y2={y} class="span" />
            <circle cx={x(row.mean)} cy={y} r={5} class="dot" />
          </g>
        );
      })}
      {ticks.map((tick) => <text x={x(tick)} y={height + 14} class="tick" key={tick}>{percent(tick)}</text>)}
    </Figure>
  );
}

/** How many have so much; the darker part of a column is those who won. */
export function Columns({ title, about, bars }: { title: string; about: string; bars: { from: number; to: number; count: number; won?: number }[] }) {
  const [left, right, height] = [34, WIDE - 8, 120];
  const most = Math.max(1, ...bars.map((bar) => bar.count));
  const wide = (right - left) / bars.length;
  const tall = (count: number): number => (height * count) / most;
  const name = (bar: { from: number; to: number }): string => (bar.from === bar.to ? `${bar.from}` : `${bar.from}–${bar.to}`);
  const shown = new Set([0, Math.floor((bars.length - 1) / 2), bars.length - 1]);
  return (
    <Figure title={title} about={about} height={height} told={bars.map((bar) => `${name(bar)}: ${bar.count}`).join(", ")}>
      <text x={left - 5} y={10} class="end">{most}</text>
      <line x1={left} x2={right} y1={height} y2={height} class="axis" />
      {bars.map((bar, at) => (
        <g key={bar.from}>
          <rect x={left + at * wide + 1} y={height - tall(bar.count)} width={Math.max(1, wide - 2)} height={tall(bar.count)} class={bar.won === undefined ? "bar" : "all"} />
          {bar.won !== undefined && <rect x={left + at * wide + 1} y={height - tall(bar.won)} width={Math.max(1, wide - 2)} height={tall(bar.won)} class="bar" />}
          {shown.has(at) && <text x={left + (at + 0.5) * wide} y={height + 14} class="tick">{name(bar)}</text>}
        </g>
      ))}
    </Figure>
  );
}

/** Shares as the game goes on. */
export function Line({ title, about, values }: { title: string; about: string; values: number[] }) {
  const [left, right, height] = [40, WIDE - 8, 110];
  const points = values.map((value, at) => `${left + ((right - left) * at) / (values.length - 1)},${height - height * value}`);
  return (
    <Figure title={title} about={about} height={height} told={values.map(percent).join(", ")}>
      <text x={left - 6} y={10} class="end">100 %</text>
      <line x1={left} x2={right} y1={height} y2={height} class="axis" />
      <polyline points={points.join(" ")} class="line" />
      <text x={left} y={height + 14} class="tick">0 %</text>
      <text x={right - 12} y={height + 14} class="tick">100 %</text>
    </Figure>
  );
}
