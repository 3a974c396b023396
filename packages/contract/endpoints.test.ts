import { describe, expect, it } from "vitest";
import { z } from "zod";
import { allErrors } from "./all-errors.ts";
import { endpoints } from "./endpoints.ts";
import type { Endpoint } from "./platform/endpoint.ts";
import { openApiDocument } from "./platform/openapi.ts";
import { specCalls } from "./spec-calls.ts";

const byCall = new Map(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]));

function propertiesOf(schema: z.ZodType | undefined): Record<string, unknown> {
  return schema ? (z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }).properties ?? {}) : {};
}

const fieldsOf = (schema: z.ZodType | undefined) => Object.keys(propertiesOf(schema));

/** Names anywhere in an answer: `data.link`, rows of a list, pagination. */
function namesIn(value: unknown): Set<string> {
  const names = new Set<string>();
  const walk = (node: unknown) => {
    if (typeof node !== "object" || node === null) return;
    if ("properties" in node && typeof node.properties === "object" && node.properties !== null) {
      for (const name of Object.keys(node.properties)) names.add(name);
    }
    for (const child of Object.values(node)) walk(child);
  };
  walk(value);
  return names;
}

describe("the calls of spec §7", () => {
  it.each(specCalls.map((call) => [call.purpose, call] as const))(
    "%s is declared as the spec names it [OPS-05]",
    (_, call) => {
      const endpoint = byCall.get(call.call) as Endpoint;
      expect(endpoint, call.call).toBeDefined();
      const sent = [...fieldsOf(endpoint.params), ...fieldsOf(endpoint.query), ...fieldsOf(endpoint.body)];
      expect(sent).toEqual(expect.arrayContaining([...call.sends]));
      const answered = namesIn(z.toJSONSchema(endpoint.reply, { unrepresentable: "any" }));
      expect([...answered]).toEqual(expect.arrayContaining([...call.answers]));
    },
  );

  it("answers booleans where the spec says so [OPS-05]", () => {
    for (const call of ["GET /control/sessions/manager-check", "GET /tenant/user-tenants/validation"]) {
      expect(z.toJSONSchema(byCall.get(call)?.reply ?? z.never()).type).toBe("boolean");
    }
  });
});

describe("the table of endpoints", () => {
  it("has no two endpoints of one name or one call", () => {
    expect(new Set(endpoints.map((endpoint) => endpoint.name)).size).toBe(endpoints.length);
    expect(byCall.size).toBe(endpoints.length);
  });

  it("names every endpoint by its domain and gives it both languages", () => {
    for (const { name, summary } of endpoints) {
      expect(name).toMatch(/^[a-z]+\.[a-z][A-Za-z]+$/);
      expect(summary.zh).toMatch(/\p{Script=Han}|Prometheus/u);
      expect(summary.en).toMatch(/^[\x20-\x7e]+$/);
    }
  });

  it("bounds every text of every input", () => {
    const unbounded: string[] = [];
    for (const endpoint of endpoints) {
      for (const part of [endpoint.params, endpoint.query, endpoint.body]) {
        for (const [field, schema] of Object.entries(propertiesOf(part))) {
          const bound = schema as {
            type?: string;
            maxLength?: number;
            enum?: unknown;
            pattern?: string;
            format?: string;
          };
          const isBound = bound.maxLength !== undefined || bound.enum !== undefined || bound.pattern !== undefined;
          if (bound.type === "string" && !isBound) unbounded.push(`${endpoint.name} ${field}`);
        }
      }
    }
    expect(unbounded).toEqual([]);
  });

  it("leaves sessions, tokens, hand-overs, passwords and codes to those who have signed in [USR-09]", () => {
    const isDoor = ({ name, method, path, reply }: Endpoint) =>
      /^accounts\./.test(name)
        ? method !== "GET" || /^\/(control|tenant)\/(sessions|access-tokens)/.test(path)
        : /outbox|password/.test(path) ||
          ["token", "ujwt", "password"].some((field) => fieldsOf(reply).includes(field));
    const doors = endpoints.filter((endpoint) => endpoint.access.kind !== "public" && isDoor(endpoint));
    expect(doors.length).toBeGreaterThan(5);
    expect(doors.filter((endpoint) => !endpoint.sessionOnly).map((endpoint) => endpoint.name)).toEqual([]);
  });

  it("uses only errors of the error table", () => {
    for (const endpoint of endpoints) {
      for (const error of endpoint.errors) expect(allErrors.get(error.code)).toBe(error);
    }
  });
});

describe("the OpenAPI document", () => {
  it("is version 3.1 and holds every endpoint, in both languages [OPS-03]", () => {
    for (const language of ["zh", "en"] as const) {
      const document = openApiDocument(endpoints, { version: "1", language });
      const paths = document.paths as Record<string, Record<string, { summary: string; responses: object }>>;
      expect(document.openapi).toBe("3.1.0");
      for (const endpoint of endpoints) {
        const path = endpoint.base === "root" ? endpoint.path : `/api${endpoint.path}`;
        const operation = paths[path]?.[endpoint.method.toLowerCase()];
        expect(operation?.summary).toBe(endpoint.summary[language]);
        expect(operation?.responses).toHaveProperty("200");
      }
    }
  });

  it("says how the checksum of a device ID is made [DEV-02]", () => {
    const { paths } = openApiDocument(endpoints, { version: "1", language: "en" });
    expect(JSON.stringify(paths)).toContain("the low 8 bits of the sum of the other nine");
  });
});
