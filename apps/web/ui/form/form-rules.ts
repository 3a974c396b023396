import type { CallError } from "@canopy/contract/platform/http-call";
import type { z } from "zod";

/** What is wrong with a field: a code with its values; the server's own sentence where it sent one. */
export interface Problem {
  code: string;
  values?: Readonly<Record<string, string | number>>;
  text?: string;
}

export type Problems = Readonly<Record<string, Problem>>;

export type Checked<V> = { kind: "right"; value: V } | { kind: "wrong"; problems: Problems };

/** One schema, the server's: the first problem of each field. `isCode` knows the codes that schemas name as messages. */
export function checkValues<S extends z.ZodType>(
  schema: S,
  values: unknown,
  isCode: (message: string) => boolean,
): Checked<z.output<S>> {
  const parsed = schema.safeParse(values);
  if (parsed.success) return { kind: "right", value: parsed.data };
  const problems: Record<string, Problem> = {};
  for (const issue of parsed.error.issues) {
    const field = String(issue.path[0] ?? "");
    problems[field] ??= isCode(issue.message) ? { code: issue.message } : problemOf(issue, values);
  }
  return { kind: "wrong", problems };
}

/** A rule without a code of its own, in the form's general words. */
export function problemOf(issue: z.core.$ZodIssue, values: unknown): Problem {
  if (isBlank(valueAt(values, issue.path))) return { code: "ui.form.required" };
  switch (issue.code) {
    case "too_small":
      return tooSmall(issue.origin, Number(issue.minimum));
    case "too_big":
      return tooBig(issue.origin, Number(issue.maximum));
    case "invalid_type":
      return { code: issue.expected === "number" ? "ui.form.notANumber" : "ui.form.invalid" };
    case "invalid_format":
      return { code: "ui.form.format" };
    case "invalid_value":
      return { code: "ui.form.choice" };
    default:
      return { code: "ui.form.invalid" };
  }
}

function tooSmall(origin: string, min: number): Problem {
  const code = { string: "ui.form.tooShort", array: "ui.form.fewItems" }[origin] ?? "ui.form.tooSmall";
  return { code, values: { min } };
}

function tooBig(origin: string, max: number): Problem {
  const code = { string: "ui.form.tooLong", array: "ui.form.manyItems" }[origin] ?? "ui.form.tooBig";
  return { code, values: { max } };
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === "" || (typeof value === "number" && Number.isNaN(value));
}

function valueAt(values: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, key) => (isRecord(at) ? at[String(key)] : undefined), values);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

export interface CallProblems {
  fields: Problems;
  /** What belongs to no field of this form. */
  form: Problem | undefined;
}

/** Where an answer of the server lands: on the field it names, on the one its code is known for, else on the form. */
export function problemsOfCall(
  error: CallError,
  fields: readonly string[],
  fieldOfCode: Readonly<Record<string, string>>,
): CallProblems {
  const listed = fieldProblems(error.body.details).filter(({ field }) => fields.includes(field));
  if (listed.length > 0) {
    return { fields: Object.fromEntries(listed.map(({ field, ...problem }) => [field, problem])), form: undefined };
  }
  const problem = { code: error.code, text: error.body.message };
  const field = fieldOfCode[error.code] ?? error.body.field;
  if (field !== undefined && fields.includes(field)) return { fields: { [field]: problem }, form: undefined };
  return { fields: {}, form: problem };
}

function fieldProblems(details: unknown): { field: string; code: string; text: string }[] {
  const list = isRecord(details) && "problems" in details ? details.problems : details;
  if (!Array.isArray(list)) return [];
  return list.filter(isRecord).flatMap(({ field, code, message }) => {
    const known = typeof field === "string" && typeof code === "string" && typeof message === "string";
    return known ? [{ field, code, text: message }] : [];
  });
}
