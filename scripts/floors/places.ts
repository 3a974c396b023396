/** The table of CONTRIBUTING.md, from the ground up. `ui` exists in web only, `device-link` in contract only. */
const FLOORS: readonly (readonly string[])[] = [
  ["platform", "ui", "device-link"],
  ["capacity", "messages"],
  ["accounts", "settings"],
  ["devices"],
  ["frames"],
  ["signals", "places"],
  ["transfers", "alarms", "diagnosis", "firmware", "tests"],
  ["files", "statistics", "lake", "push", "work-orders", "campaigns"],
  ["operating", "outputs"],
];

const AREAS = ["can", "groovy", "contract", "server", "web", "cli", "simulator", "agent"] as const;
export type Area = (typeof AREAS)[number];

/** The areas under packages/; the others are under apps/. */
export const PACKAGES: readonly string[] = ["can", "groovy", "contract"] satisfies Area[];

/** Where a file stands in the house. */
export type Place =
  /** A file of a domain. */
  | { kind: "domain"; area: Area; domain: string; floor: number }
  /** A file that puts domains together: at the top of a workspace, in web's `app/` or in server's `demo/`. */
  | { kind: "root"; area: Area }
  /** Tests and what only they use; they may look at everything. */
  | { kind: "test"; area: Area }
  /** A file of a workspace that has no floors inside (can, groovy, cli, simulator, agent). */
  | { kind: "plain"; area: Area }
  | { kind: "lost"; area: Area; folder: string };

const WITH_FLOORS: readonly Area[] = ["contract", "server", "web"];
/** The folder of each area whose files may see every domain, and no domain them. */
const GATHERS: Partial<Record<Area, string>> = { web: "app", server: "demo" };

/** The place of a path relative to the project's root, or undefined outside the workspaces. */
export function placeOf(path: string): Place | undefined {
  const [top, name, ...rest] = path.split("/");
  const area = AREAS.find((known) => known === name);
  if (area === undefined || top !== (PACKAGES.includes(area) ? "packages" : "apps")) return undefined;
  if (isTest(rest)) return { kind: "test", area };
  if (!WITH_FLOORS.includes(area)) return { kind: "plain", area };
  const [folder] = rest;
  if (folder === undefined || rest.length === 1 || folder === GATHERS[area]) return { kind: "root", area };
  return domainPlace(area, folder);
}

function isTest(rest: readonly string[]): boolean {
  return rest[0] === "testing" || /\.(test|fuzz)\.tsx?$/.test(rest.at(-1) ?? "");
}

function domainPlace(area: Area, domain: string): Place {
  const floor = FLOORS.findIndex((domains) => domains.includes(domain)) + 1;
  const elsewhere = (domain === "ui" && area !== "web") || (domain === "device-link" && area !== "contract");
  return floor === 0 || elsewhere ? { kind: "lost", area, folder: domain } : { kind: "domain", area, domain, floor };
}
