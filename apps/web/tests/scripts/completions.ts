/** As CodeMirror takes them. */
interface Offered {
  readonly label: string;
  readonly type: "function" | "constant";
  readonly detail: string;
  readonly apply?: string;
}

/** The functions of every script with what they take, as docs/groovy.md and the sandbox have them. */
export const HELPERS: readonly Offered[] = [
  { label: "within", type: "function", detail: "(signal, low, high)" },
  { label: "cycle", type: "function", detail: "(id or signal, ms, percent)" },
  { label: "responseTime", type: "function", detail: "(cause, level, effect, level, ms)" },
  { label: "counter", type: "function", detail: "(signal, modulus)" },
  { label: "checksum", type: "function", detail: "(id or signal, 'xor' | 'sum' | 'crc8', byte)" },
  { label: "signal", type: "function", detail: "(name): times, values" },
  { label: "signals", type: "function", detail: "(): names" },
  { label: "check", type: "function", detail: "(subject, passed, measured)" },
];

export function completionsOf(language: "groovy" | "javascript", names: readonly string[]): Offered[] {
  const print: Offered = { label: language === "groovy" ? "println" : "print", type: "function", detail: "(text)" };
  return [...HELPERS, print, ...names.map((label) => ({ label, type: "constant" as const, detail: "" }))];
}
