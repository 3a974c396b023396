import type { OverviewRow } from "@canopy/contract/devices/overview";
import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from "react";
import { type LiveSource, StatusBoard } from "./status-board.ts";

/** A device that is told of before the list has it: the list is asked for, not more often than this. */
const ASK_AGAIN_MS = 3000;

/** The board of a page, fed by the live channel while the page is seen. */
export function useLiveBoard(
  rows: readonly OverviewRow[] | undefined,
  source: LiveSource,
  onStranger: () => void,
): StatusBoard {
  const [board] = useState(() => new StatusBoard());
  useLayoutEffect(() => {
    if (rows) board.seed(rows);
  }, [board, rows]);
  useEffect(() => {
    let askedAt = 0;
    board.onStranger = () => {
      if (Date.now() - askedAt < ASK_AGAIN_MS) return;
      askedAt = Date.now();
      onStranger();
    };
    return source.watch(
      (statuses) => board.take(statuses, Date.now()),
      (rates) => board.takeRates(rates),
    );
  }, [board, source, onStranger]);
  return board;
}

const never = () => () => undefined;

/** Grows while the order of the rows depends on live values. */
export function useOrderVersion(board: StatusBoard, isNeeded: boolean): number {
  return useSyncExternalStore(isNeeded ? board.subscribeOrder : never, board.orderVersion);
}
