import { type JsonSchema, typescriptOf } from "./typescript-of.ts";

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly schema: JsonSchema;
}
type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>;
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content: Content }>>;
}
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const JSON_TYPE = "application/json";
const BYTES_TYPE = "application/octet-stream";

/** `index.ts` of the package: a type for each call of the document, and the table by which they are sent. */
export function clientSource({ paths }: OpenApi): string {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  return `import { sendCall, type Call, type CallOptions } from "./http-call.js";

export { CallError, type CallOptions, type ErrorBody } from "./http-call.js";

/** The calls of the API by name: what each takes and what it answers. */
export interface Operations {
${calls.map(({ operation }) => operationType(operation)).join("\n")}
}

const CALLS: Record<keyof Operations, Call> = {
${calls.map(({ path, method, operation }) => `  ${JSON.stringify(operation.operationId)}: ${callOf(path, method, operation)},`).join("\n")}
};

export interface CanopyOptions {
  /** Of the installation, such as \`https://canopy.example\`. */
  url: string;
  /** A personal access token. */
  token: string;
  /** Of messages: \`zh\` or \`en\` (en unless given). */
  language?: "zh" | "en";
  fetch?: typeof fetch;
}

type Name = keyof Operations;
/** The parts of a call that it has; nothing at all where all of them may be missing. */
type Given<N extends Name> = Partial<Operations[N]["sent"]> extends Operations[N]["sent"]
  ? [sent?: Operations[N]["sent"], how?: CallOptions]
  : [sent: Operations[N]["sent"], how?: CallOptions];

export class Canopy {
  readonly #options: CanopyOptions;

  constructor(options: CanopyOptions) {
    this.#options = options;
  }

  /** Calls the server; throws a \`CallError\` whose \`code\` names the reason. */
  async call<N extends Name>(name: N, ...[sent, how]: Given<N>): Promise<Operations[N]["reply"]> {
    const { url, token, language = "en", fetch } = this.#options;
    const base = url.replace(/\\/+$/, "");
    const options = { base, token: () => token, language: () => language, ...(fetch && { fetch }) };
    return sendCall(options, CALLS[name], sent ?? {}, how) as Promise<Operations[N]["reply"]>;
  }
}
`;
}

function operationType({ operationId, summary, description, ...operation }: Operation): string {
  const parts = [fields("params", "path", operation.parameters), fields("query", "query", operation.parameters)];
  const body = operation.requestBody && typeOfContent(operation.requestBody.content);
  if (body) parts.push(`body: ${body}`);
  const sent = parts.filter((part) => part !== "").join("; ");
  const reply = typeOfContent(operation.responses["200"]?.content ?? {}) ?? "string";
  const comment = `${summary}. ${description}`.replaceAll("*/", "");
  return `  /** ${comment} */
  ${JSON.stringify(operationId)}: { sent: {${sent === "" ? "" : ` ${sent} `}}; reply: ${reply} };`;
}

function fields(part: string, place: Parameter["in"], parameters: readonly Parameter[]): string {
  const own = parameters.filter((parameter) => parameter.in === place);
  if (own.length === 0) return "";
  const required = own.filter((parameter) => parameter.required);
  const properties = Object.fromEntries(own.map(({ name, schema }) => [name, schema]));
  const type = typescriptOf({ type: "object", properties, required: required.map(({ name }) => name) });
  return `${part}${required.length === 0 ? "?" : ""}: ${type}`;
}

/** Undefined: neither JSON nor bytes. */
function typeOfContent(content: Content): string | undefined {
  const schema = content[JSON_TYPE]?.schema ?? content[BYTES_TYPE]?.schema;
  return schema && typescriptOf(schema);
}

function callOf(path: string, method: string, { requestBody, responses }: Operation): string {
  return JSON.stringify({
    method,
    base: "api",
    path,
    sendsBytes: requestBody !== undefined && BYTES_TYPE in requestBody.content,
    answersJson: JSON_TYPE in (responses["200"]?.content ?? {}),
  });
}
