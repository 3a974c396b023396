import { expect, it } from "vitest";
import { type Browser, checkForNewVersion, scriptsOf } from "./new-version.ts";

const OLD = '<script type="module" crossorigin src="/assets/main-1.js"></script>';
const NEW = '<script type="module" crossorigin src="/assets/main-2.js"></script>';

function browser(served: () => Promise<string>): Browser & { reloads: number; warned: string[] } {
  let reloadedFor: string | null = null;
  return {
    reloads: 0,
    warned: [],
    fetchEntry: served,
    running: () => scriptsOf(OLD),
    reloadedFor: () => reloadedFor,
    rememberReload: (scripts) => {
      reloadedFor = scripts;
    },
    warn(text) {
      this.warned.push(text);
    },
    reload() {
      this.reloads += 1;
    },
  };
}

it("the script list of an entry page is read from its HTML [NAV-03]", () => {
  expect(scriptsOf(`${NEW}<script nonce="x">inline</script>`)).toEqual(["/assets/main-2.js"]);
});

it("the same scripts mean the same version: no reload [NAV-03]", async () => {
  const here = browser(async () => OLD);
  expect(await checkForNewVersion(here)).toBe(false);
  expect(here.reloads).toBe(0);
});

it("other scripts are announced, then the page reloads once and never in a loop [NAV-03]", async () => {
  const here = browser(async () => NEW);
  expect(await checkForNewVersion(here)).toBe(true);
  expect(await checkForNewVersion(here)).toBe(false);
  expect(here.reloads).toBe(1);
  expect(here.warned).toHaveLength(1);
});

it("a failing check is only logged [NAV-03]", async () => {
  const here = browser(async () => {
    throw new Error("away");
  });
  expect(await checkForNewVersion(here)).toBe(false);
  expect(here.reloads).toBe(0);
});
