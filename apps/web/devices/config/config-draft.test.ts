import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type ConfigDraft, keepDraft, keptDraft } from "./config-draft.ts";

const storage = new Map<string, string>();
beforeEach(() => {
  storage.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => storage.set(key, text),
  });
});

afterEach(() => void vi.unstubAllGlobals());

const draft: ConfigDraft = { config: { gps: 5 }, base: {}, baseVersion: 3, origin: "edit", restoredFrom: null };

it("a draft is kept for its user and its device alone [DEV-05]", () => {
  const mine = { userId: "me", thingsId: "van" };
  keepDraft(mine, draft);
  expect(keptDraft(mine)).toEqual(draft);
  expect(keptDraft({ ...mine, userId: "another" })).toBeNull();
  expect(keptDraft({ ...mine, thingsId: "truck" })).toBeNull();
  keepDraft(mine, null);
  expect(keptDraft(mine)).toBeNull();
});
