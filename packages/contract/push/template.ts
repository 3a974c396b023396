import { nameOfSignal, type PushSource } from "./source.ts";

/** Of a template, and of a field in it. */
export const MAX_TEMPLATE = 8 * 1024;

/** One of `device.name`; a field that is an object stands for all of it. */
export type PushFields = Readonly<Record<string, unknown>>;

const COMMON = [
  "id",
  "type",
  "time",
  "rule",
  "rule.id",
  "rule.name",
  "device",
  "device.id",
  "device.name",
  "device.things_id",
];

const OF_KIND: Record<Exclude<PushSource["kind"], "signals">, readonly string[]> = {
  positions: [
    "position",
    ...["latitude", "longitude", "altitude_m", "speed_kmh", "course", "satellites", "hdop"].map(
      (name) => `position.${name}`,
    ),
  ],
  events: [
    "event",
    ...["id", "rule", "level", "description", "channel", "value", "peak", "started", "ended", "online"].map(
      (name) => `event.${name}`,
    ),
  ],
  files: ["file", ...["id", "name", "size", "sha256", "source", "location"].map((name) => `file.${name}`)],
};

/** Names that a template of this source may have, in the order in which a page shows them. */
export function templateFields(source: PushSource): string[] {
  if (source.kind !== "signals") return [...COMMON, ...OF_KIND[source.kind]];
  return [...COMMON, "signals", ...source.signals.map((signal) => `signals.${nameOfSignal(signal)}`)];
}

export interface TemplateProblem {
  readonly kind: "json" | "field";
  /** Of an unknown field. */
  readonly name: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

const FIELD = /\{\{([^{}]*)\}\}/g;
const WHOLE_FIELD = /^\{\{([^{}]*)\}\}$/;

/** Undefined: the template is good. An empty one stands for the whole of the data. */
export function templateProblem(template: string, fields: readonly string[]): TemplateProblem | undefined {
  if (template.trim() === "") return undefined;
  for (const found of template.matchAll(FIELD)) {
    const name = (found[1] ?? "").trim();
    if (!fields.includes(name)) return { kind: "field", name, ...placeIn(template, found.index) };
  }
  try {
    JSON.parse(template);
    return undefined;
  } catch (error) {
    return { kind: "json", name: "", ...placeIn(template, offsetOf(error, template)) };
  }
}

/** V8 names the offset, except at the end of the text. */
function offsetOf(error: unknown, template: string): number {
  const found = /at position (\d+)/.exec(error instanceof Error ? error.message : "");
  return found ? Number(found[1]) : template.length;
}

function placeIn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** The body of a delivery: JSON whatever the values hold. A field alone in its quotes keeps its type. */
export function renderTemplate(template: string, fields: PushFields): string {
  if (template.trim() === "") return JSON.stringify(fields);
  return JSON.stringify(filled(JSON.parse(template), fields));
}

function filled(node: unknown, fields: PushFields): unknown {
  if (typeof node === "string") return filledText(node, fields);
  if (Array.isArray(node)) return node.map((one) => filled(one, fields));
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, filled(value, fields)]));
}

function filledText(text: string, fields: PushFields): unknown {
  const whole = WHOLE_FIELD.exec(text);
  if (whole) return fieldIn(fields, whole[1] ?? "");
  return text.replace(FIELD, (_, name: string) => asText(fieldIn(fields, name)));
}

const asText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value ?? null));

/** `signals.A.B` is the signal "A.B": names may have dots. */
function fieldIn(fields: PushFields, name: string): unknown {
  const [first = "", ...rest] = name.trim().split(".");
  const top = Object.hasOwn(fields, first) ? fields[first] : undefined;
  if (rest.length === 0) return top ?? null;
  const inner = rest.join(".");
  if (typeof top !== "object" || top === null || !Object.hasOwn(top, inner)) return null;
  return (top as Record<string, unknown>)[inner] ?? null;
}
