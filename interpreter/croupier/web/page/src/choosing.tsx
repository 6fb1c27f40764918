// How a game is agreed on: which one, its presets and options. The static site and the room of a server have it in common.

import type { Labels, Offered } from "./protocol";
import type { Agreed, Choice } from "./roomprotocol";
import { whole } from "./words";

function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{Diacritic}/gu, "").toLowerCase();
}

function several(players: number[]): string {
  const [first, last] = [players[0], players[players.length - 1]];
  return first === last ? String(first) : `${first}–${last}`;
}

/** The games with these words in them; below the chosen one is what is agreed on. */
export function Games({ games, wanted, chosen, choose, labels, children }: {
  games: Offered[]; wanted: string; chosen: string; choose: (name: string) => void; labels: Labels;
  children?: (game: Offered) => preact.ComponentChildren;
}) {
  const words = plain(wanted).split(/\s+/u).filter(Boolean);
  const found = games.filter((game) => words.every((word) => plain(`${game.title} ${game.name} ${game.line}`).includes(word)));
  return (
    <section aria-label={labels.games}>
      <h2>{labels.games}</h2>
      <ul class="offered">
        {found.map((game) => (
          <li key={game.name} data-game={game.name}>
            <button type="button" aria-pressed={chosen === game.name} onClick={() => choose(game.name)}>
              <b>
                {game.title} ({several(game.players)})
              </b>
              <span>{whole(game.line)}</span>
            </button>
            {chosen === game.name && children?.(game)}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface Chosen {
  agreed: Agreed;
  labels: Labels;
  preset: string;
  take: (preset: string) => void;
  options: Record<string, string>;
  set: (options: Record<string, string>) => void;
  open?: boolean;
}

export function Options({ agreed, labels, preset, take, options, set, open = false }: Chosen) {
  if (agreed.options.length === 0 && agreed.presets.length === 0) return null;
  const told = agreed.presets.find((each) => each.name === preset)?.told;
  return (
    <details open={open}>
      <summary>{labels.options}</summary>
      <div class="fields">
        {agreed.presets.length > 0 && (
          <label>
            {labels.preset}
            <select value={preset} onChange={(event) => take(event.currentTarget.value)}>
              <option value="">–</option>
              {agreed.presets.map((each) => (
                <option value={each.name} key={each.name} title={each.told}>{each.title}</option>
              ))}
            </select>
          </label>
        )}
        {agreed.options.map((option) => (
          <Field key={option.name} option={option} value={options[option.name]} set={(value) => set(without(options, option.name, value))} />
        ))}
      </div>
      {told && <p class="told">{told}</p>}
    </details>
  );
}

/** Only what was chosen is said, so that a preset decides the rest. */
function without(options: Record<string, string>, name: string, value: string): Record<string, string> {
  const { [name]: _, ...rest } = options;
  return value === "" ? rest : { ...rest, [name]: value };
}

/** An option to choose, with what it decides. A number shows its default until one is typed. */
export function Field({ option, value, set }: { option: Choice; value: string | undefined; set: (value: string) => void }) {
  const told = option.told === "" ? undefined : `told-${option.name}`;
  return (
    <div class="option-field">
      <label>
        <span>{option.title}</span>
        {option.values !== undefined ? (
          <select value={value ?? option.value} aria-describedby={told} onChange={(event) => set(event.currentTarget.value)}>
            {option.values.map((each) => (
              <option value={each.value} key={each.value}>{each.title}</option>
            ))}
          </select>
        ) : (
          <input
            type="number" min={option.low} max={option.high ?? undefined} placeholder={option.value} value={value ?? ""}
            aria-describedby={told} onChange={(event) => set(event.currentTarget.value)}
          />
        )}
      </label>
      {told && <small id={told}>{option.told}</small>}
    </div>
  );
}
