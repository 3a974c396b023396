import { useEffect, useState } from "react";
import type { Desk, Order } from "./use-desk.ts";

interface Turn {
  readonly ecuKey: string;
  readonly left: readonly Order[];
  /** The job that has to be over first; undefined: it is being asked for, null: none. */
  readonly after: string | null | undefined;
}

/** Orders that are too long for one job, one after the other: until one ends otherwise, or another ECU is chosen. */
export function useInTurn(desk: Desk): (orders: readonly Order[]) => void {
  const [turn, setTurn] = useState<Turn>();
  useEffect(() => {
    if (turn === undefined || turn.after === undefined || desk.busy) return;
    const [next, ...left] = turn.left;
    const isOver = turn.after === null || desk.jobs.some(({ id, state }) => id === turn.after && state === "done");
    if (next === undefined || !isOver || turn.ecuKey !== desk.ecuKey) {
      setTurn(undefined);
      return;
    }
    setTurn({ ...turn, left, after: undefined });
    desk.run.mutate(next, {
      onSuccess: ({ id }) => setTurn((old) => old && { ...old, after: id }),
      onError: () => setTurn(undefined),
    });
  }, [turn, desk]);
  return (orders) => setTurn({ ecuKey: desk.ecuKey, left: orders, after: null });
}
