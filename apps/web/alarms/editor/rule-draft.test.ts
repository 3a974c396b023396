import { beforeEach, expect, it, vi } from "vitest";
import type { RuleValues } from "../rule-form.ts";
import { hasSecrets, keepRule, keptRule } from "./rule-draft.ts";

const storage = new Map<string, string>();
beforeEach(() => {
  storage.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => storage.set(key, text),
  });
});

const values: RuleValues = {
  name: "Hot",
  conditions: [],
  actions: [{ kind: "webhook", targets: ["https://example.org/a#secret"], every_min: 1 }],
  escalate: { after_min: 5, kind: "feishu", targets: ["https://example.org/b#secret"] },
};

it("a draft is kept in the browser for its rule, without the secrets of webhooks [TRG-01]", () => {
  keepRule("me new", { values, keptMs: 5 });
  expect(keptRule("me new")).toMatchObject({ keptMs: 5, values: { name: "Hot", escalate: { after_min: 5 } } });
  expect([...storage.values()].join()).not.toContain("secret");
  expect(keptRule("me other")).toBeUndefined();
  keepRule("me new", undefined);
  expect(keptRule("me new")).toBeUndefined();
});

it("a draft says that a signing secret is not in it, also after it was kept once more [TRG-01]", () => {
  const { escalate, ...unescalated } = values;
  expect([hasSecrets(values), hasSecrets({ ...unescalated, actions: [] })]).toEqual([true, false]);
  keepRule("me", { values, keptMs: 5 });
  const first = keptRule("me");
  expect(first).toMatchObject({ lacksSecrets: true });
  expect(first && hasSecrets(first.values)).toBe(false);
  if (first) keepRule("me", first);
  expect(keptRule("me")?.lacksSecrets).toBe(true);
  keepRule("me", { values: { name: "Hot", conditions: [] }, keptMs: 5 });
  expect(keptRule("me")?.lacksSecrets).toBe(false);
});

it("a draft that cannot be read is none [TRG-01]", () => {
  for (const text of ["", "{", "1", '{"values":{},"keptMs":1}']) {
    storage.set("canopy.ruleDraft.x", text);
    expect(keptRule("x")).toBeUndefined();
  }
});
