import { deviceConfig } from "@canopy/contract/device-link/config";
import type { ConfigVersion } from "@canopy/contract/devices/configuration";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { bodyOf, type ConfigDraft, keepDraft, keptDraft } from "./config-draft.ts";
import { firstConfig } from "./config-groups.ts";

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

it("a version that is sent again is that version, whatever the draft beside it is [DEV-05]", () => {
  const config = deviceConfig.parse(firstConfig([true]));
  const version: ConfigVersion = {
    ...{ version: 7, hash: "00000000", config, note: "for the brake test", restored_from: null, author: "anna" },
    ...{ time: 0, problem: null, settled_time: null },
    origin: "apply",
    state: "failed",
  };
  const restored: ConfigDraft = { ...draft, baseVersion: 5, origin: "restore", restoredFrom: 2 };
  const tools = { draft: restored, baseVersion: 5 };
  expect(bodyOf({ of: "version", version }, tools)).toEqual({
    ...{ config, base_version: 7, note: "", origin: "edit", restored_from: null },
  });
  expect(bodyOf({ of: "draft", to: config, note: "back" }, tools)).toEqual({
    ...{ config, base_version: 5, note: "back", origin: "restore", restored_from: 2 },
  });
  expect(bodyOf({ of: "draft", to: config, note: "" }, { draft: null, baseVersion: 0 })).toMatchObject({
    ...{ origin: "edit", restored_from: null },
  });
});
