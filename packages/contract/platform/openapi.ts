import { z } from "zod";
import { type Access, type Endpoint, isBinary, type RateLimit } from "./endpoint.ts";
import { fill, type Language, type Text } from "./language.ts";
import { nullableColumn, numberColumn } from "./number-column.ts";

interface Info {
  version: string;
  language: Language;
}

/** The OpenAPI 3.1 document of these endpoints; it says nothing that the declarations do not. */
export function openApiDocument(endpoints: readonly Endpoint[], info: Info): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.base === "root" ? endpoint.path : `/api${endpoint.path}`;
    const item = paths[path] ?? {};
    item[endpoint.method.toLowerCase()] = operation(endpoint, info.language);
    paths[path] = item;
  }
  return {
    openapi: "3.1.0",
    info: { title: "Canopy", version: info.version, license: { name: "Apache-2.0", identifier: "Apache-2.0" } },
    servers: [{ url: "/", description: "Calls are served under /api and /v1 alike" }],
    components: {
      securitySchemes: { token: { type: "http", scheme: "bearer", description: "Session or personal access token" } },
      schemas: { Error: ERROR_SCHEMA },
    },
    paths,
  };
}

const ERROR_SCHEMA = {
  type: "object",
  required: ["code", "message", "errorMsg"],
  properties: {
    code: { type: "string" },
    message: { type: "string" },
    errorMsg: { type: "string" },
    field: { type: "string" },
    details: {},
  },
};

function operation(endpoint: Endpoint, language: Language): Record<string, unknown> {
  return {
    operationId: endpoint.name,
    tags: [endpoint.name.split(".")[0]],
    summary: endpoint.summary[language],
    description: describeAccess(endpoint, language),
    security: endpoint.access.kind === "public" ? [] : [{ token: [] }],
    parameters: [...parameters("path", endpoint.params), ...parameters("query", endpoint.query), ...headers(endpoint)],
    ...(endpoint.body && { requestBody: { required: true, content: bodyOf(endpoint.body) } }),
    responses: responses(endpoint, language),
    "x-access": endpoint.access,
    "x-rate-limit": endpoint.rateLimit,
  };
}

function bodyOf(body: z.ZodType): unknown {
  if (isBinary(body)) return { "application/octet-stream": { schema: { type: "string", format: "binary" } } };
  return json(schemaOf(body, "input"));
}

const ACCESS_WORDS: Record<Access["kind"], Text> = {
  public: { zh: "无需令牌。", en: "No token needed." },
  session: { zh: "任何已登录用户可用。", en: "Any signed-in user." },
  device: { zh: "需要对该设备的 {level} 权限。", en: "Needs, on the device, the level {level}." },
  tenant: { zh: "需要租户级 {level} 权限。", en: "Needs the tenant-wide level {level}." },
  manager: { zh: "仅限租户管理员。", en: "Tenant managers only." },
  system: { zh: "仅限系统管理员。", en: "System managers only." },
};

const SESSION_WORDS: Text = { zh: "仅限登录会话，不接受访问令牌。", en: "Sessions only, no access token." };
const READS_WORDS: Text = {
  zh: "不改变任何数据，范围为 read 的令牌也可调用。",
  en: "Changes nothing: also for tokens of scope read.",
};
const RATE_WORDS: Record<RateLimit["per"], Text> = {
  address: { zh: "每个地址每分钟最多 {calls} 次。", en: "At most {calls} calls a minute per address." },
  user: { zh: "每个用户每分钟最多 {calls} 次。", en: "At most {calls} calls a minute per user." },
};

function describeAccess({ access, rateLimit, sessionOnly, reads, method }: Endpoint, language: Language): string {
  const level = "level" in access ? access.level : "";
  const sentences = [
    fill(ACCESS_WORDS[access.kind][language], { level }),
    ...(sessionOnly ? [SESSION_WORDS[language]] : []),
    ...(reads && method !== "GET" ? [READS_WORDS[language]] : []),
    fill(RATE_WORDS[rateLimit.per][language], { calls: rateLimit.perMinute }),
  ];
  return sentences.join(language === "zh" ? "" : " ");
}

function parameters(place: "path" | "query", schema: z.ZodObject | undefined): unknown[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, "input") as {
    properties?: Record<string, { description?: string }>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: rest,
    ...(description && { description }),
  }));
}

function headers(endpoint: Endpoint): unknown[] {
  if (!endpoint.idempotent) return [];
  return [{ name: "Idempotency-Key", in: "header", required: false, schema: { type: "string", maxLength: 128 } }];
}

function responses(endpoint: Endpoint, language: Language): Record<string, unknown> {
  const content =
    endpoint.contentType === "application/json"
      ? json(schemaOf(endpoint.reply, "output"))
      : { [endpoint.contentType]: { schema: { type: "string" } } };
  const byStatus: Record<string, unknown> = { "200": { description: "OK", content } };
  for (const status of new Set(endpoint.errors.map((error) => error.status))) {
    const lines = endpoint.errors.filter((error) => error.status === status);
    byStatus[String(status)] = {
      description: lines.map((error) => `\`${error.code}\` ${error.text[language]}`).join("\n\n"),
      content: json({ $ref: "#/components/schemas/Error" }),
    };
  }
  return { ...byStatus, default: { description: "Error", content: json({ $ref: "#/components/schemas/Error" }) } };
}

function json(schema: unknown): Record<string, unknown> {
  return { "application/json": { schema } };
}

function describeColumn({ zodSchema, jsonSchema }: { zodSchema: unknown; jsonSchema: Record<string, unknown> }): void {
  if (zodSchema === numberColumn) Object.assign(jsonSchema, { type: "array", items: { type: "number" } });
  if (zodSchema === nullableColumn) Object.assign(jsonSchema, { type: "array", items: { type: ["number", "null"] } });
}

function schemaOf(schema: z.ZodType, io: "input" | "output"): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any", override: describeColumn });
  return rest;
}
