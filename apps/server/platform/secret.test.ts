import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../testing/engines/temporary-folder.ts";
import { changeStoredSecret, storedSecret } from "./secret.ts";

it("makes a secret once, readable by its owner alone", () => {
  const dataFolder = temporaryFolder();
  const first = storedSecret({ secret: undefined, dataFolder });
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(storedSecret({ secret: undefined, dataFolder })).toBe(first);
  expect(statSync(join(dataFolder, "secret")).mode & 0o777).toBe(0o600);
  expect(storedSecret({ secret: "given", dataFolder })).toBe("given");
});

it("says so when the kept secret is damaged", () => {
  const dataFolder = temporaryFolder();
  writeFileSync(join(dataFolder, "secret"), "short");
  expect(() => storedSecret({ secret: undefined, dataFolder })).toThrow("is damaged");
});

it("is changed, and a change that was cut off is gone on with before anything starts", () => {
  const dataFolder = temporaryFolder();
  const first = storedSecret({ secret: undefined, dataFolder });
  const begun = changeStoredSecret(dataFolder);
  expect(begun.old).toBe(first);
  expect(begun.fresh).toMatch(/^[0-9a-f]{64}$/);
  expect(begun.fresh).not.toBe(first);
  expect(() => storedSecret({ secret: undefined, dataFolder })).toThrow("canopy secret rotate");
  expect(storedSecret({ secret: "given", dataFolder })).toBe("given");
  const again = changeStoredSecret(dataFolder);
  expect(again).toMatchObject({ old: first, fresh: begun.fresh });
  expect(statSync(join(dataFolder, "secret")).mode & 0o777).toBe(0o600);
  again.finish();
  expect(existsSync(join(dataFolder, "secret.old"))).toBe(false);
  expect(storedSecret({ secret: undefined, dataFolder })).toBe(begun.fresh);
});
