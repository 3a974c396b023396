import { expect, it } from "vitest";
import { missingPackages } from "./bring-browser.ts";

const bare = { hasBrowser: false, hasFonts: false, mayInstall: true };

it("installs browser and font where both are missing, and nothing that is there", () => {
  expect(missingPackages(bare)).toEqual(["chromium-headless-shell", "fonts-noto-cjk"]);
  expect(missingPackages({ ...bare, hasBrowser: true })).toEqual(["fonts-noto-cjk"]);
  expect(missingPackages({ ...bare, hasBrowser: true, hasFonts: true })).toEqual([]);
});

it("installs nothing for who may not", () => {
  expect(missingPackages({ ...bare, mayInstall: false })).toEqual([]);
});
