/** The keywords that the API's document uses; everything else narrows values, not types. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly propertyNames?: JsonSchema;
  readonly items?: JsonSchema | boolean;
  readonly prefixItems?: readonly JsonSchema[];
}

/** A type as TypeScript writes it, on one line. */
export function typescriptOf(schema: JsonSchema): string {
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return union(choices.map(typescriptOf));
  if (schema.allOf) return schema.allOf.map((part) => parenthesised(typescriptOf(part))).join(" & ");
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => typescriptOf({ ...schema, type })));
  return ofType(schema);
}

function ofType(schema: JsonSchema): string {
  switch (schema.type) {
    case "object":
      return objectType(schema);
    case "array":
      return arrayType(schema);
    case "string":
      return schema.format === "binary" ? "Uint8Array<ArrayBuffer> | Blob | ReadableStream" : "string";
    case "number":
    case "integer":
      return "number";
    case "boolean":
    case "null":
      return schema.type;
    default:
      return "unknown";
  }
}

function objectType({ properties = {}, required = [], additionalProperties, propertyNames }: JsonSchema): string {
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${keyOf(name)}${required.includes(name) ? "" : "?"}: ${typescriptOf(schema)}`,
  );
  if (fields.length > 0) return `{ ${fields.join("; ")} }`;
  const values = typeof additionalProperties === "object" ? typescriptOf(additionalProperties) : "unknown";
  const keys = propertyNames ? typescriptOf({ type: "string", ...propertyNames }) : "string";
  // Of a record by names that are listed, some may be missing.
  return keys === "string" ? `Record<string, ${values}>` : `Partial<Record<${keys}, ${values}>>`;
}

function arrayType({ items, prefixItems }: JsonSchema): string {
  if (prefixItems) return `[${prefixItems.map(typescriptOf).join(", ")}]`;
  return `${parenthesised(typeof items === "object" ? typescriptOf(items) : "unknown")}[]`;
}

const union = (types: readonly string[]): string => [...new Set(types)].join(" | ") || "never";
const parenthesised = (type: string): string => (type.includes(" | ") || type.includes(" & ") ? `(${type})` : type);
const keyOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));
