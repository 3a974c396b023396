import { endpoints } from "@canopy/contract/endpoints";
import type { Endpoint } from "@canopy/contract/platform/endpoint";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type SampleInput, sampleInput, sampleUrl } from "../../testing/terminals/sample-input.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import { impossibleText } from "../impossible-text.ts";

const NUL = "a\0b";
/** Half a character can be written in JSON alone; an address carries bytes of UTF-8. */
const HALF = "a\ud800b";
const SOME_ID = "00000000-0000-4000-8000-000000000000";

let world: TestApp;
let users: { manager: TestUser; system: TestUser };
beforeAll(async () => {
  world = await testApp();
  users = {
    manager: await world.user({ tenant: "own", name: "manager_a", role: "manager" }),
    system: await world.user({ tenant: "platform", name: "root_admin", role: "system" }),
  };
});
afterAll(() => world.close());

interface Field {
  part: "params" | "query" | "body";
  name: string;
}

function textFields(endpoint: Endpoint): Field[] {
  return (["params", "query", "body"] as const).flatMap((part) => {
    const schema = endpoint[part];
    if (!schema) return [];
    const { properties = {} } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
    const isText = (property: unknown) => JSON.stringify(property).includes('"type":"string"');
    const names = Object.entries(properties).filter(([, property]) => isText(property));
    return names.map(([name]) => ({ part, name }));
  });
}

async function send(endpoint: Endpoint, field: Field, text: string) {
  const input: SampleInput = sampleInput(endpoint, () => SOME_ID);
  const part = input[field.part];
  if (part instanceof Uint8Array) throw new Error("bytes have no fields");
  const changed = { ...input, [field.part]: { ...part, [field.name]: text } };
  if (field.part === "params") changed.params = { ...changed.params, [field.name]: encodeURIComponent(text) };
  const caller = endpoint.access.kind === "system" ? users.system : users.manager;
  return world.call(endpoint.access.kind === "public" ? null : caller, {
    method: endpoint.method,
    url: sampleUrl("/api", endpoint, changed),
    ...(changed.body && { payload: JSON.stringify(changed.body), headers: { "content-type": "application/json" } }),
  });
}

const cases = endpoints.flatMap((endpoint) =>
  textFields(endpoint).map((field) => [`${endpoint.name} ${field.part}.${field.name}`, endpoint, field] as const),
);

describe("text that cannot be", () => {
  it("is looked for in every text field of every call", () => expect(cases.length).toBeGreaterThan(200));

  it.each(cases)("in %s is refused", async (_, endpoint, field) => {
    for (const text of field.part === "body" ? [NUL, HALF] : [NUL]) {
      const answer = await send(endpoint, field, text);
      expect([answer.statusCode, answer.json().code]).toEqual([400, "platform.textImpossible"]);
      expect(answer.json().field).toBe(field.name);
    }
  });

  it("is found at any depth and in the names of fields", () => {
    expect(impossibleText({ a: [{ b: "fine 车" }, { b: NUL }] })).toBe("a.1.b");
    expect(impossibleText({ a: { [HALF]: 1 } })).toBe("a");
    expect(impossibleText({ a: "😀", b: Buffer.from([0]) })).toBeUndefined();
    expect(impossibleText(JSON.parse("[".repeat(100_000) + "]".repeat(100_000)))).toBeUndefined();
  });
});
