import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

export interface FoundBrowser {
  executable: string;
  /** Tried in this order until one starts. */
  argumentSets: readonly (readonly string[])[];
  env: Record<string, string>;
}

// Chromium takes the last of several lists, so that what Playwright switches off is said again here.
const OFF_BY_PLAYWRIGHT = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
];
// The list under the address bar, which nobody sees here, is a page of its own: 180 scripts for each window.
const OFF_BY_US = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"];

// No sandbox: tests run as root in containers. No background network: it only fails, slowly, on closed machines.
const ARGUMENTS = [
  "--no-sandbox",
  "--disable-dev-shm-usage",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${[...OFF_BY_PLAYWRIGHT, ...OFF_BY_US].join(",")}`,
];

/** Maps are drawn by WebGL, by software here, or on a canvas, which costs a journey far less. */
export const WEBGL = {
  on: ["--enable-unsafe-swiftshader"],
  off: ["--disable-3d-apis"],
};

// The headless shell first: a page costs it less than half of the CPU time.
const OF_THE_SYSTEM = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** The named one, the system's, or the one from npm (x64 only). */
export async function findBrowser(): Promise<FoundBrowser | undefined> {
  const executable = [process.env.CANOPY_CHROMIUM ?? "", ...OF_THE_SYSTEM].find((path) => existsSync(path));
  if (executable !== undefined) return { executable, argumentSets: [ARGUMENTS], env: {} };
  return process.arch === "x64" ? packagedBrowser() : undefined;
}

const NO_BROWSER = "no browser: set CANOPY_CHROMIUM or install chromium";

/** Where there is none, journeys skip and say why; in CI that is a failure: nothing would have been proved. */
export function browserForJourneys(found: FoundBrowser | undefined, isCi: boolean): FoundBrowser | undefined {
  if (found === undefined && isCi) throw new Error(NO_BROWSER);
  if (found === undefined) console.warn(`journeys skipped: ${NO_BROWSER}`);
  return found;
}

/**
 * The package unpacks into the temporary folder and takes whatever it finds there, of any version, for its own. So it
 * gets a folder per version, which appears only when complete. It brings no CJK font: Chinese shows as boxes in
 * screenshots, texts read from the page are right.
 */
async function packagedBrowser(): Promise<FoundBrowser> {
  const root = dirname(dirname(import.meta.dirname));
  const { version }: { version: string } = JSON.parse(
    readFileSync(join(root, "node_modules/@sparticuz/chromium/package.json"), "utf8"),
  );
  const folder = join(root, `.cache/chromium-${version}`);
  const { default: chromium, inflate } = await import("@sparticuz/chromium");
  if (!existsSync(folder)) await unpackInto(folder, [() => chromium.executablePath(), () => inflate(libraries(root))]);
  // Its own flags are the fallback, without those that would switch off what the tests prove.
  const fallback = chromium.args.filter((flag) => !/disable-web-security|insecure|headless/.test(flag));
  return {
    executable: join(folder, "chromium"),
    argumentSets: [ARGUMENTS, [...ARGUMENTS, ...fallback]],
    env: {
      ...(hasFonts() ? {} : { FONTCONFIG_PATH: join(folder, "fonts") }),
      ...(hasNss() ? {} : { LD_LIBRARY_PATH: join(folder, "al2023/lib") }),
    },
  };
}

function libraries(root: string): string {
  return join(root, "node_modules/@sparticuz/chromium/bin/al2023.tar.br");
}

/** The package's only font draws a character that it lacks with no width at all: Chinese labels would count as hidden. */
function hasFonts(): boolean {
  return existsSync("/etc/fonts/fonts.conf") && existsSync("/usr/share/fonts/truetype");
}

function hasNss(): boolean {
  return ["/usr/lib/x86_64-linux-gnu", "/usr/lib64", "/lib64"].some((folder) => existsSync(join(folder, "libnss3.so")));
}

async function unpackInto(folder: string, works: readonly (() => Promise<unknown>)[]): Promise<void> {
  const partial = `${folder}.${process.pid}`;
  const before = process.env.TMPDIR;
  mkdirSync(partial, { recursive: true });
  process.env.TMPDIR = partial;
  try {
    for (const work of works) await work();
    renameSync(partial, folder);
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(partial, { recursive: true, force: true });
  }
}
