import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = dirname(import.meta.dirname);
const pages = execFileSync("git", ["ls-files", "*.md"], { cwd: ROOT, encoding: "utf8" })
  .split("\n")
  // Decisions and the changelog tell of files that were.
  .filter((page) => page !== "" && !page.startsWith("docs/decisions/") && page !== "CHANGELOG.md");

const LINK = /\]\((?!https?:|#)([^)#\s]+)[^)]*\)|(?:src|srcset)="([^":]+)"/g;
/** A source file that a page names: `gateway/gateway-batch.ts`. */
const SOURCE = /`([\w./-]+\/[\w.-]+\.tsx?)`/g;

/** A domain's page names files from the domain on, the architecture also from the frame store on. */
function foldersOf(page: string): string[] {
  const here = dirname(page);
  const domain = basename(page, ".md");
  const side = here.split("/").slice(0, 2).join("/");
  return [
    here,
    dirname(here),
    side,
    ".",
    "apps/server",
    `apps/server/${domain}`,
    "apps/server/frames",
    "apps/web",
    "packages",
  ];
}

const found = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, first, second]) => first ?? second ?? "");
const exists = (path: string) => existsSync(join(ROOT, path));

describe("the documentation", () => {
  it.each(pages)("%s links to what exists", (page) => {
    const links = found(readFileSync(join(ROOT, page), "utf8"), LINK);
    expect(links.filter((link) => !exists(join(dirname(page), link)))).toEqual([]);
  });

  it.each(pages)("%s names source files that exist", (page) => {
    const sources = found(readFileSync(join(ROOT, page), "utf8"), SOURCE);
    expect(sources.filter((source) => !foldersOf(page).some((folder) => exists(join(folder, source))))).toEqual([]);
  });
});
