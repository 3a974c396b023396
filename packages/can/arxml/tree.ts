import type { Position, ProblemList } from "../dbc/parse/problem.ts";
import { xmlEvents } from "../gps/xml.ts";

export interface Element {
  readonly name: string;
  /** Where its tag begins. */
  readonly at: number;
  readonly children: Element[];
  text: string;
  /** Of `DESC`: the language. */
  readonly language: string;
}

const MAX_ELEMENTS = 1_000_000;
const MAX_DEPTH = 100;

/** The root; undefined: refused, with the reason in `problems`. Entities are never expanded. */
export function arxmlTree(text: string, problems: ProblemList, lines: Lines): Element | undefined {
  const refuse = (code: Parameters<ProblemList["refuse"]>[0], at: number, subject: string) => {
    problems.refuse(code, lines.position(at), subject);
    return undefined;
  };
  // AUTOSAR has schemas and no document types: one is only there to declare entities.
  const documentType = text.search(/<!(?:DOCTYPE|ENTITY)/i);
  if (documentType >= 0) return refuse("documentType", documentType, "DOCTYPE");
  const root: Element = { name: "", at: 0, children: [], text: "", language: "" };
  const open = [root];
  let count = 0;
  const events = xmlEvents(text);
  for (let next = events.next(); ; next = events.next()) {
    const parent = open.at(-1) ?? root;
    if (next.done) {
      const [first] = root.children;
      return next.value && open.length === 1 && first ? first : refuse("noXml", parent.at, parent.name);
    }
    const event = next.value;
    if (event.kind === "text") addText(parent, event.text);
    else if (event.kind === "close") {
      if (open.length === 1 || parent.name !== event.name) return refuse("noXml", parent.at, event.name);
      open.pop();
    } else {
      count += 1;
      if (count > MAX_ELEMENTS) return refuse("tooManyElements", event.at, `> ${MAX_ELEMENTS}`);
      if (open.length > MAX_DEPTH) return refuse("tooDeep", event.at, `> ${MAX_DEPTH}`);
      const { name, at } = event;
      const made: Element = { name, at, children: [], text: "", language: event.attributes.get("L") ?? "" };
      parent.children.push(made);
      open.push(made);
    }
  }
}

/** Blanks between elements are not kept. */
function addText(parent: Element, text: string): void {
  const trimmed = text.trim();
  if (trimmed !== "") parent.text = parent.text === "" ? trimmed : `${parent.text} ${trimmed}`;
}

/** Line and column of a place in the text. */
export class Lines {
  private readonly starts: number[] = [0];

  constructor(text: string) {
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.starts.push(at + 1);
  }

  position(at: number): Position {
    let [low, high] = [0, this.starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: at - (this.starts[low] ?? 0) + 1 };
  }
}

export const childOf = (element: Element | undefined, name: string): Element | undefined =>
  element?.children.find((child) => child.name === name);

/** The child of a child: `pathOf(signal, "INIT-VALUE", "VALUE")`. */
export const pathOf = (element: Element | undefined, ...names: readonly string[]): Element | undefined =>
  names.reduce(childOf, element);

export const textOf = (element: Element | undefined): string => element?.text ?? "";

/** Decimal, hexadecimal, `true`; undefined: no number. */
export function numberOf(element: Element | undefined): number | undefined {
  const text = textOf(element).toLowerCase();
  if (text === "true") return 1;
  if (text === "false") return 0;
  const value = text === "" ? Number.NaN : Number(text);
  return Number.isFinite(value) ? (value === 0 ? 0 : value) : undefined;
}

export function* elementsOf(element: Element): Generator<Element> {
  yield element;
  for (const child of element.children) yield* elementsOf(child);
}

export const firstOf = (element: Element | undefined, name: string): Element | undefined => {
  if (element) for (const one of elementsOf(element)) if (one.name === name) return one;
  return undefined;
};
