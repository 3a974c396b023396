import { type ColumnValues, isWideRaw } from "./columns.ts";
import { expressionOf, type PayloadNames, rawOf, selectedCondition, whole } from "./generate-expression.ts";
import type { MessageLayout, SignalLayout } from "./layout.ts";

/* The source of a message's decoder: constants folded, every payload byte loaded once, no objects. */

export const PARAMETERS = "frame,count,start,size,data,columns,present,long,words,floats,doubles".split(",");

/** Every signal is in every payload: one straight line per row. */
export function wholeSource(layout: MessageLayout, values: ColumnValues): string {
  const bytes = new Set<number>();
  const byte = (index: number) => {
    bytes.add(index);
    return `b${whole(index)}`;
  };
  const names: PayloadNames = { byte, row: "o" };
  const stores = layout.signals.map((signal, i) => `c${i}[r]=${expressionOf(signal, i, values, names)};`);
  const loads = [...bytes].map((index) => `const b${whole(index)}=data[o+${whole(index)}];`);
  return `${columnNames(layout)}for(let r=0;r<count;r++){const o=start[frame[r]];${loads.join("")}${stores.join("")}}`;
}

/** Short payloads and multiplexing: each signal asks whether it is there. */
export function checkedSource(layout: MessageLayout, values: ColumnValues): string {
  const names: PayloadNames = { byte: (index) => `data[o+${whole(index)}]`, row: "o" };
  const selectors = new Set(layout.signals.map((signal) => signal.selector));
  const statements = layout.order.map((i) => {
    const signal = layout.signals[i] as SignalLayout;
    const absent = isWideRaw(signal, values) ? "0n" : "NaN";
    const keep = selectors.has(i) ? `v${i}=${rawOf(signal, i, names)};` : "";
    const store = `c${i}[r]=${expressionOf(signal, i, values, names)};p${i}[r]=1;`;
    const declare = selectors.has(i) ? `let v${i}=NaN;` : "";
    return `${declare}if(${condition(signal)}){${keep}${store}}else{c${i}[r]=${absent};p${i}[r]=0;}`;
  });
  const flags = layout.signals.map((_, i) => `const p${i}=present[${i}];`).join("");
  const row = `const i=frame[r],o=start[i],n=size[i];${statements.join("")}`;
  return `${columnNames(layout)}${flags}for(let r=0;r<count;r++){${row}}`;
}

function columnNames(layout: MessageLayout): string {
  return layout.signals.map((_, i) => `const c${i}=columns[${i}];`).join("");
}

function condition(signal: SignalLayout): string {
  const inside = `n>=${whole(signal.minimumLength)}`;
  return signal.selector === null ? inside : `${inside}&&${selectedCondition(signal)}`;
}
