// `npm test`, "browser": one for the journeys. The system's, else the one from npm (x64), else, as root on Debian or
// Ubuntu, the distribution's; and a font that has Chinese, without which journeys see empty labels.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { findBrowser } from "../e2e/support/find-browser.ts";

export interface Machine {
  hasBrowser: boolean;
  hasFonts: boolean;
  mayInstall: boolean;
}

/** The packages to install here; Ubuntu, which lacks the headless shell, has to bring its own browser. */
export function missingPackages({ hasBrowser, hasFonts, mayInstall }: Machine): string[] {
  if (!mayInstall) return [];
  return [...(hasBrowser ? [] : ["chromium-headless-shell"]), ...(hasFonts ? [] : ["fonts-noto-cjk"])];
}

/** A distribution without `apt-get`, or a user without its rights, keeps what it has. */
const mayInstall = () => process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");

function hasFonts(): boolean {
  const found = spawnSync("fc-list", [":lang=zh", "family"], { encoding: "utf8" });
  if (found.status === 0) return found.stdout.trim() !== "";
  return existsSync("/usr/share/fonts/opentype/noto");
}

function install(packages: readonly string[]): void {
  console.log(`installing ${packages.join(", ")} with apt-get, for the browser journeys`);
  const options = ["-qq", "-o", "DPkg::Lock::Timeout=600"];
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = (...args: string[]) =>
    spawnSync("apt-get", [...options, ...args], { env, stdio: "inherit" }).status === 0;
  if (!apt("update")) console.log("the package lists could not be brought up to date");
  for (const name of packages)
    if (!apt("install", "-y", "--no-install-recommends", name)) console.log(`${name} could not be installed`);
}

async function main(root: string): Promise<number> {
  const before = { hasBrowser: (await findBrowser()) !== undefined, hasFonts: hasFonts(), mayInstall: mayInstall() };
  const packages = missingPackages(before);
  if (packages.length > 0) install(packages);
  const browser = await findBrowser();
  if (browser) {
    console.log(
      `browser: ${browser.executable}${hasFonts() ? "" : ", without a Chinese font: install fonts-noto-cjk"}`,
    );
    return 0;
  }
  const journeys = readdirSync(join(root, "e2e"), { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".test.ts"),
  );
  console.log(`no browser: set CANOPY_CHROMIUM or install chromium. Not run: ${journeys.join(", ")}`);
  return process.env.CI ? 1 : 0;
}

if (import.meta.main) process.exitCode = await main(dirname(import.meta.dirname));
