import { createKept, createStore, type Store } from "../../platform/kept.ts";
import { type ColumnChoice, columnChoiceOf } from "./columns.ts";
import { fittingRows } from "./fit-rows.ts";
import { pageSizeOfText } from "./list-address.ts";

const sizes = new Map<string, Store<number>>();
const fits = new Map<string, Store<boolean>>();
const fitting = new Map<string, Store<number>>();
const choices = new Map<string, Store<ColumnChoice>>();

/** NAV-14: the last page size a person chose in this list. */
export function keptPageSize(list: string): Store<number> {
  return once(sizes, list, () =>
    createKept({ key: `canopy.list.${list}.size`, read: pageSizeOfText, write: (size) => String(size) }),
  );
}

/** That as many rows are wanted as the height has room for; the number beside it is kept for later. */
export function keptFit(list: string): Store<boolean> {
  return once(fits, list, () =>
    createKept({ key: `canopy.list.${list}.fit`, read: (text) => text === "yes", write: (on) => (on ? "yes" : "no") }),
  );
}

/** Around a list that has not been measured yet. */
const AROUND_PX = 430;
const ROW_PX = 32;

/** How many rows the height has room for, as last measured. */
export function fittingSize(list: string): Store<number> {
  return once(fitting, list, () =>
    createStore(fittingRows({ viewPx: window.innerHeight, abovePx: AROUND_PX, belowPx: 0, rowPx: ROW_PX })),
  );
}

/** The page size in force. */
export function pageSizeNow(list: string): number {
  return keptFit(list).get() ? fittingSize(list).get() : keptPageSize(list).get();
}

/** NAV-14: the columns chosen in this list. */
export function keptColumns(list: string): Store<ColumnChoice> {
  return once(choices, list, () =>
    createKept({ key: `canopy.list.${list}.columns`, read: columnChoiceOf, write: (choice) => JSON.stringify(choice) }),
  );
}

function once<T>(made: Map<string, T>, key: string, make: () => T): T {
  const known = made.get(key) ?? make();
  made.set(key, known);
  return known;
}
