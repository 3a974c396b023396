import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { openFolder } from "../engines/spawn-host.ts";

const ROOT = join(import.meta.dirname, "../../../..");
/** Folders of workspaces. */
const WORKSPACES = ["apps", "packages"];
/** Packages of this project: those of the older version are its own. */
const OWN_SCOPE = "@canopy";

export interface OlderVersion {
  readonly root: string;
  remove(): void;
}

/** The program of a commit in a folder of its own, with the packages that are installed here. */
export function olderVersion(commit: string): OlderVersion {
  const root = join(openFolder(), "older");
  git("worktree", "add", "--detach", root, commit);
  linkPackages("", root);
  for (const folder of WORKSPACES)
    for (const name of readdirSync(join(root, folder))) linkPackages(`${folder}/${name}`, root);
  return { root, remove: () => git("worktree", "remove", "--force", root) };
}

function linkPackages(folder: string, root: string): void {
  const [from, to] = [join(ROOT, folder, "node_modules"), join(root, folder, "node_modules")];
  if (!existsSync(from)) return;
  mkdirSync(to);
  for (const name of readdirSync(from)) if (name !== OWN_SCOPE) symlinkSync(join(from, name), join(to, name));
  if (!existsSync(join(from, OWN_SCOPE))) return;
  mkdirSync(join(to, OWN_SCOPE));
  for (const folder of WORKSPACES)
    for (const name of readdirSync(join(root, folder)))
      symlinkSync(join(root, folder, name), join(to, OWN_SCOPE, name));
}

function git(...args: string[]): void {
  execFileSync("git", args, { cwd: ROOT, stdio: ["ignore", "ignore", "pipe"] });
}
