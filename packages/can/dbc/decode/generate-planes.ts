import { type PayloadNames, rawOf, scaledOf, selectedCondition, whole } from "./generate-expression.ts";
import type { MessageLayout, SignalLayout } from "./layout.ts";

export const PLANE_PARAMETERS = "count,planes,columns,long,words,floats,doubles".split(",");

/** Input of one generated function. */
export interface PlaneSource {
  readonly layout: MessageLayout;
  /** Indices of the signals to read, selectors before those that depend on them. All are inside the payload. */
  readonly read: readonly number[];
  /** The columns that a signal fills. */
  readonly columnsOf: ReadonlyMap<number, readonly number[]>;
}

/** One loop over the rows; plane k is `p…k`, the byte of a row `b…k`, the raw value of a signal `v…`. */
export function planeSource({ layout, read, columnsOf }: PlaneSource): string {
  const planes = new Set<number>();
  const hoisted = new Set<number>();
  const columns = [...columnsOf.values()].flat();
  const statements = read.map((i) => {
    const signal = layout.signals[i] as SignalLayout;
    const isPlain = signal.selector === null;
    const byte = (index: number) => {
      planes.add(index);
      if (isPlain) hoisted.add(index);
      return hoisted.has(index) ? `b${whole(index)}` : `p${whole(index)}[r]`;
    };
    const names: PayloadNames = { byte, row: "r" };
    const raw = rawOf(signal, i, names);
    const filled = columnsOf.get(i) ?? [];
    const stores = filled.map((column) => `c${whole(column)}[r]=${scaledOf(signal, `v${i}`)};`).join("");
    if (isPlain) return `const v${i}=${raw};${stores}`;
    const absent = filled.map((column) => `c${whole(column)}[r]=NaN;`).join("");
    return `let v${i}=NaN;if(${selectedCondition(signal)}){v${i}=${raw};${stores}}else{${absent}}`;
  });
  const loads = [...hoisted].map((index) => `const b${whole(index)}=p${whole(index)}[r];`);
  const arrays = [
    ...[...planes].map((index) => `const p${whole(index)}=planes[${whole(index)}];`),
    ...columns.map((column) => `const c${whole(column)}=columns[${whole(column)}];`),
  ];
  return `${arrays.join("")}for(let r=0;r<count;r++){${loads.join("")}${statements.join("")}}`;
}
