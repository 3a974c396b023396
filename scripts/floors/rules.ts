import { posix } from "node:path";
import type { Import } from "./imports.ts";
import { type Area, PACKAGES, type Place, placeOf } from "./places.ts";

/** Why an import is refused. */
export type Fault =
  | "up"
  | "sideways"
  | "compositionRoot"
  | "foreignWorkspace"
  | "notPure"
  | "noSubpath"
  | "reExport"
  | "testOnly"
  | "unknownFolder"
  | "circle";

/** Which workspaces a workspace may import by name. */
const SEES: Record<Area, readonly Area[]> = {
  can: [],
  groovy: [],
  contract: ["can"],
  server: ["can", "contract", "groovy"],
  web: ["can", "contract", "groovy"],
  cli: ["can", "contract", "server", "simulator", "agent"],
  simulator: ["can", "contract"],
  agent: ["can", "contract"],
};

/** What else the packages may import; groovy reads its own run-time from disk to make one text of it. */
const LIBRARIES: Partial<Record<Area, readonly string[]>> = {
  can: [],
  groovy: ["node:fs", "node:module", "node:path"],
  contract: ["zod"],
};

/** The program is made of its parts in `program.ts`, and run by `main.ts`; tests apart, nobody else makes an app. */
const MAKES_THE_APP: readonly string[] = ["apps/server/main.ts", "apps/server/program.ts"];

/** These run on a terminal: of the contract they know the device link alone. */
const DEVICE_SIDE: readonly Area[] = ["simulator", "agent"];

export function faultOf(path: string, imported: Import): Fault | undefined {
  const from = placeOf(path);
  if (from === undefined || from.kind === "test") return undefined;
  if (imported.reExport) return "reExport";
  if (from.kind === "lost") return "unknownFolder";
  const { specifier } = imported;
  if (specifier.startsWith("@canopy/")) return byName(path, from, specifier);
  if (specifier.startsWith(".")) return byPath(path, from, specifier);
  const allowed = LIBRARIES[from.area];
  return allowed !== undefined && !allowed.includes(specifier) ? "notPure" : undefined;
}

function byName(path: string, from: Place, specifier: string): Fault | undefined {
  const [, name = "", ...rest] = specifier.split("/");
  if (rest.length === 0) return "noSubpath";
  const top = PACKAGES.includes(name) ? "packages" : "apps";
  return towards(path, from, `${top}/${name}/${rest.join("/")}.ts`);
}

function byPath(path: string, from: Place, specifier: string): Fault | undefined {
  const target = posix.join(posix.dirname(path), specifier);
  // Another workspace is imported by its name, never by a path that climbs out of one's own.
  if (placeOf(target)?.area !== from.area) return "foreignWorkspace";
  return towards(path, from, target);
}

function towards(path: string, from: Place, target: string): Fault | undefined {
  const to = placeOf(target);
  if (to === undefined) return "foreignWorkspace";
  if (to.area !== from.area && !SEES[from.area].includes(to.area)) return "foreignWorkspace";
  if (to.kind === "test") return "testOnly";
  if (to.kind === "lost") return "unknownFolder";
  if (DEVICE_SIDE.includes(from.area) && to.area === "contract" && !isDeviceLink(to)) return "foreignWorkspace";
  if (target === "apps/server/app.ts" && !MAKES_THE_APP.includes(path)) return "compositionRoot";
  if (from.kind !== "domain") return undefined;
  if (to.kind === "root") return "compositionRoot";
  return to.kind === "domain" ? between(from, to) : undefined;
}

function between(from: { domain: string; floor: number }, to: { domain: string; floor: number }): Fault | undefined {
  if (from.domain === to.domain || to.floor < from.floor) return undefined;
  // On the ground floor the design system rests on the platform (language, theme, nonce), never the other way.
  if (from.domain === "ui" && to.domain === "platform") return undefined;
  return to.floor === from.floor ? "sideways" : "up";
}

function isDeviceLink(place: Place): boolean {
  return place.kind === "domain" && place.domain === "device-link";
}
