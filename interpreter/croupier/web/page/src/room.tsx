// The room itself.

import { useEffect, useReducer } from "preact/hooks";
import { Board } from "./board";
import type { Workstore } from "./workstore";

export function Room({ store }: { store: Workstore }) {
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  useEffect(() => store.listen(() => redraw(0)), [store]);
  return <Board store={store.table} alone={false} />;
}
