import { historyErrors } from "@canopy/contract/frames/errors";
import { platformErrors } from "@canopy/contract/platform/errors";
import { expect, it } from "vitest";
import { asUnavailable } from "./as-unavailable.ts";
import { SegmentDamage } from "./segments/segment-damage.ts";

const failing = (error: Error) => asUnavailable(() => Promise.reject(error));
const coded = (code: string, more: object = {}) => Object.assign(new Error("no"), { code, ...more });

it("a store that is away, starting or going down is unavailable for now", async () => {
  const away = [
    ...["ECONNREFUSED", "ECONNRESET", "57P01", "57P03", "08006"].map((code) => coded(code)),
    coded("ENOENT", { syscall: "connect" }),
    new Error("Connection terminated unexpectedly"),
    new Error("timeout exceeded when trying to connect"),
  ];
  for (const error of away) await expect(failing(error)).rejects.toMatchObject({ def: platformErrors.unavailable });
});

it("a damaged segment is told with its range, and its file only to the log", async () => {
  const fromUs = Date.UTC(2026, 10, 14, 8) * 1000;
  const damage = new SegmentDamage("checksum of plane 3", { file: "a/b.seg", fromUs, toUs: fromUs + 1_000_000 });
  const told = await failing(damage).catch((error: unknown) => error);
  expect(told).toMatchObject({ def: historyErrors.rangeDamaged, cause: damage });
  expect(String(told)).toContain("from 2026-11-14T08:00:00.000Z to 2026-11-14T08:00:01.000Z is damaged");
  expect(String(told)).not.toContain("b.seg");
});

it("what else goes wrong is as it is", async () => {
  for (const error of [coded("42601"), coded("ENOENT", { syscall: "open" }), new Error("no")])
    await expect(failing(error)).rejects.toBe(error);
  expect(await asUnavailable(async () => 7)).toBe(7);
});
