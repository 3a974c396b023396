import { z } from "zod";
import { deviceConfig } from "./config.ts";
import type { ConfigRange } from "./config-ranges.ts";

interface Common {
  readonly optional: boolean;
  /** Initial value of a new entry. */
  readonly initial: unknown;
}
interface NumberField extends Common {
  readonly kind: "number";
  readonly whole: boolean;
  readonly range: ConfigRange;
  readonly unit: string | undefined;
  readonly format: string | undefined;
}
interface FlagField extends Common {
  readonly kind: "flag";
}
interface ChoiceField extends Common {
  readonly kind: "choice";
  readonly values: readonly (string | number)[];
  readonly unit: string | undefined;
}
interface ChoicesField extends Common {
  readonly kind: "choices";
  readonly values: readonly string[];
}
interface TextField extends Common {
  readonly kind: "text";
  readonly format: string | undefined;
  readonly lengths: ConfigRange;
}
/** Where a storage share belongs: the number of a channel, or `gps`. */
interface SourceField extends Common {
  readonly kind: "source";
}
export interface GroupField extends Common {
  readonly kind: "group";
  readonly fields: Readonly<Record<string, ConfigField>>;
}
export interface ListField extends Common {
  readonly kind: "list";
  readonly item: ConfigField;
  readonly items: ConfigRange;
}
export type LeafField = NumberField | FlagField | ChoiceField | ChoicesField | TextField | SourceField;
export type ConfigField = LeafField | GroupField | ListField;

/** The schema as a form needs it, read from the schema itself. */
export function fieldOf(schema: z.ZodType): ConfigField {
  if (schema instanceof z.ZodOptional) return { ...inner(schema.unwrap()), optional: true };
  if (schema instanceof z.ZodDefault) return { ...inner(schema.unwrap()), initial: schema.def.defaultValue };
  const common = { optional: false, ...initialOf(schema) };
  const meta = schema.meta() ?? {};
  const unit = typeof meta.unit === "string" ? meta.unit : undefined;
  const format = typeof meta.format === "string" ? meta.format : undefined;
  if (schema instanceof z.ZodObject) return groupOf(schema);
  if (schema instanceof z.ZodArray) return arrayOf(schema, itemsOf(meta.items));
  if (schema instanceof z.ZodNumber) {
    const range: ConfigRange = [schema.minValue ?? Number.MIN_SAFE_INTEGER, schema.maxValue ?? Number.MAX_SAFE_INTEGER];
    return { initial: range[0], ...common, kind: "number", whole: schema.isInt, range, unit, format };
  }
  if (schema instanceof z.ZodBoolean) return { initial: false, ...common, kind: "flag" };
  if (schema instanceof z.ZodEnum) return choice(schema.options, { ...common, unit });
  if (schema instanceof z.ZodLiteral) return choice([...schema.values], { ...common, unit });
  if (schema instanceof z.ZodString) {
    const most = typeof meta.max === "number" ? meta.max : (schema.maxLength ?? 256);
    return { initial: "", ...common, kind: "text", format, lengths: [schema.minLength ?? 0, most] };
  }
  if (schema instanceof z.ZodUnion) return { initial: 0, ...common, kind: "source" };
  throw new Error(`the form has no field for a ${schema.constructor.name}`);
}

const inner = (schema: unknown): ConfigField => {
  if (schema instanceof z.ZodType) return fieldOf(schema);
  throw new Error("not a schema");
};

function initialOf(schema: z.ZodType): { initial?: unknown } {
  const { initial } = schema.meta() ?? {};
  return initial === undefined ? {} : { initial };
}

function choice(values: readonly unknown[], common: Partial<Common> & { unit: string | undefined }): ChoiceField {
  const known = values.filter((value) => typeof value === "string" || typeof value === "number");
  return { optional: false, initial: known[0], ...common, kind: "choice", values: known };
}

function groupOf(schema: z.ZodObject): GroupField {
  const fields = Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, inner(field)]));
  const initial = Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => (field.optional ? [] : [[name, field.initial]])),
  );
  return { kind: "group", fields, optional: false, initial };
}

function arrayOf(schema: z.ZodArray, items: ConfigRange): ConfigField {
  const item = inner(schema.element);
  if (item.kind === "choice" && item.values.every((value) => typeof value === "string")) {
    const values = item.values.map(String);
    return { kind: "choices", values, optional: false, initial: items[0] > 0 ? values.slice(0, items[0]) : [] };
  }
  const initial = Array.from({ length: items[0] }, () => item.initial);
  return { kind: "list", item, items, optional: false, initial };
}

function itemsOf(value: unknown): ConfigRange {
  return Array.isArray(value) && value.length === 2 ? [Number(value[0]), Number(value[1])] : [0, 1000];
}

let form: GroupField | undefined;

/** The whole form, made once. */
export function configForm(): GroupField {
  form ??= groupOf(deviceConfig);
  return form;
}

/** The field at a path such as `can.0.baud_rate`. */
export function fieldAt(path: readonly (string | number)[]): ConfigField | undefined {
  return path.reduce<ConfigField | undefined>((field, key) => {
    if (field?.kind === "group") return field.fields[String(key)];
    return field?.kind === "list" ? field.item : undefined;
  }, configForm());
}

/** The name of a setting: its path without the indexes of list entries. */
export function settingName(path: readonly (string | number)[]): string {
  return path.filter((key) => typeof key === "string").join(".");
}
