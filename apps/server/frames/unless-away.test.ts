import { platformErrors } from "@canopy/contract/platform/errors";
import { ClickHouseError } from "@clickhouse/client";
import { expect, it } from "vitest";
import { unlessAway } from "./unless-away.ts";

const failing = (error: Error) => unlessAway(() => Promise.reject(error));
const answered = (code: string, type: string) => new ClickHouseError({ message: "no", code, type });

it("a store that is away, or has no tables yet, is unavailable for now", async () => {
  const refused = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
  for (const error of [refused, answered("60", "UNKNOWN_TABLE")])
    await expect(failing(error)).rejects.toMatchObject({ def: platformErrors.unavailable });
});

it("what else the store says is as it is", async () => {
  const wrong = answered("62", "SYNTAX_ERROR");
  await expect(failing(wrong)).rejects.toBe(wrong);
  expect(await unlessAway(async () => 7)).toBe(7);
});
