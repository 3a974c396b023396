import type { LockedPackage, LockFile } from "./dependencies.ts";

const FOLDER = "node_modules/";

/**
 * CycloneDX 1.5 of what runs, from the lock file. `npm sbom --omit=dev` leaves out whatever a tool needs too: of 275 packages it had 193.
 */
export function billOfMaterials(lock: LockFile, product: { readonly name: string; readonly version: string }) {
  const running = Object.entries(lock.packages).filter(([path, one]) => path.includes(FOLDER) && !one.link && !one.dev);
  const own = `pkg:npm/${product.name}@${product.version}`;
  const workspaces = Object.entries(lock.packages).filter(([path, { link }]) => !path.includes(FOLDER) && !link);
  const needed = new Map([[own, new Set(workspaces.flatMap((one) => needsOf(lock, one)))]]);
  const components = new Map<string, object>();
  for (const [path, one] of running) {
    const ref = purlOf(path, one);
    components.set(ref, componentOf(ref, path, one));
    // The same version may lie in several places, with other packages around it.
    needed.set(ref, new Set([...(needed.get(ref) ?? []), ...needsOf(lock, [path, one])]));
  }
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    metadata: { component: { type: "application", "bom-ref": own, ...product, purl: own } },
    components: [...components.values()],
    dependencies: [...needed].map(([ref, refs]) => ({ ref, dependsOn: [...refs].sort() })),
  };
}

export const nameAt = (path: string): string => path.slice(path.lastIndexOf(FOLDER) + FOLDER.length);

const purlOf = (path: string, { version = "" }: LockedPackage): string =>
  `pkg:npm/${nameAt(path).replace("@", "%40")}@${version}`;

function componentOf(ref: string, path: string, { version = "", license = "", integrity = "" }: LockedPackage) {
  const [alg = "", content = ""] = integrity.split("-");
  return {
    ...{ type: "library", "bom-ref": ref, name: nameAt(path), version, purl: ref },
    licenses: [{ expression: license }],
    hashes: [{ alg: alg.replace("sha", "SHA-"), content: Buffer.from(content, "base64").toString("hex") }],
  };
}

/** What a package needs, as Node finds it: in its own folder, then in those above. */
function needsOf({ packages }: LockFile, [path, one]: readonly [string, LockedPackage]): string[] {
  const found = Object.keys({ ...one.dependencies, ...one.optionalDependencies, ...one.peerDependencies }).map(
    (name) => {
      for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf(`/${FOLDER}`)))) {
        const place = `${at === "" ? "" : `${at}/`}${FOLDER}${name}`;
        const there = packages[place];
        if (there && !there.link) return there.dev ? undefined : purlOf(place, there);
        if (at === "") return undefined;
        if (!at.includes(FOLDER)) at = "";
      }
    },
  );
  return found.filter((ref) => ref !== undefined);
}
