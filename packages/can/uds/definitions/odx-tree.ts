import { xmlEvents } from "../../gps/xml.ts";

/** An element of a document. */
export interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: Element[];
  text: string;
}

/** Entities of a document type are not expanded at all; these end what is large without need. */
const MAX_ELEMENTS = 1_000_000;
const MAX_DEPTH = 100;

/** Undefined: no well-formed document, or a larger one than any ECU needs. */
export function elementTree(document: string): Element | undefined {
  const root: Element = { name: "", attributes: new Map(), children: [], text: "" };
  const open = [root];
  let count = 0;
  const events = xmlEvents(document);
  for (let next = events.next(); ; next = events.next()) {
    if (next.done) return next.value && open.length === 1 ? root.children[0] : undefined;
    const parent = open.at(-1);
    if (parent === undefined) return undefined;
    const event = next.value;
    if (event.kind === "text") parent.text += event.text;
    else if (event.kind === "close") {
      if (open.pop()?.name !== event.name || open.length === 0) return undefined;
    } else {
      count += 1;
      if (count > MAX_ELEMENTS || open.length > MAX_DEPTH) return undefined;
      const made: Element = { name: event.name, attributes: event.attributes, children: [], text: "" };
      parent.children.push(made);
      open.push(made);
    }
  }
}

export const childOf = (element: Element | undefined, name: string): Element | undefined =>
  element?.children.find((child) => child.name === name);

/** The child of a child: `pathOf(dop, "COMPU-METHOD", "CATEGORY")`. */
export const pathOf = (element: Element | undefined, ...names: readonly string[]): Element | undefined =>
  names.reduce(childOf, element);

export const textOf = (element: Element | undefined): string => element?.text.trim() ?? "";

/** Undefined: no whole number. */
export function numberOf(element: Element | undefined): number | undefined {
  const text = textOf(element);
  return /^-?\d{1,10}$/.test(text) ? Number(text) : undefined;
}

export const nameOf = (element: Element): string =>
  (textOf(childOf(element, "LONG-NAME")) || textOf(childOf(element, "SHORT-NAME"))).slice(0, 200);

export function* elementsOf(element: Element): Generator<Element> {
  yield element;
  for (const child of element.children) yield* elementsOf(child);
}
