import { globSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { allErrors } from "@canopy/contract/all-errors";
import { packageContent } from "@canopy/contract/capacity/package";
import { LANGUAGES, type Language } from "@canopy/contract/platform/language";
import { describe, expect, it } from "vitest";
import { DEVICE_TABS } from "../details/device-tabs.ts";
import { PAGE_TABLE } from "../page-table.ts";
import { helpPage } from "./help-address.ts";
import { type HelpBook, type HelpSection, piecesOf, readBook } from "./help-book.ts";
import { sectionOfCode } from "./help-errors.ts";
import { entryAt, HELP_ENTRIES } from "./help-groups.ts";

const HELP = join(dirname(dirname(import.meta.dirname)), "help");
const MOST_PICTURE_BYTES = 4 * 1024 ** 2;

const bookOf = (language: Language): HelpBook =>
  readBook(globSync(join(HELP, language, "*.md")).map((path) => readFileSync(path, "utf8")));
const books = { zh: bookOf("zh"), en: bookOf("en") };
const ids = HELP_ENTRIES.map(({ id }) => id).sort();
const linesOf = ({ lead, steps, limits, words }: HelpSection) => [
  ...lead,
  ...steps,
  ...limits,
  ...words.map(({ meaning }) => meaning),
];

describe.each(LANGUAGES)("the help in %s", (language) => {
  const book = books[language];

  it("has a section for every page and every tab of a device, and no other [NAV-11]", () => {
    const routes = PAGE_TABLE.map(({ path }) => entryAt(helpPage(path, "no such tab")).id);
    const tabs = DEVICE_TABS.map(({ key }) => entryAt(helpPage("/Container/HomePage/DeviceDetails", key)).id);
    expect([...routes, ...tabs].filter((id) => !book.has(id))).toEqual([]);
    expect(tabs).toEqual(DEVICE_TABS.map(({ key }) => `HomePage/DeviceDetails/${key}`));
    expect([...book.keys()].sort()).toEqual(ids);
  });

  it("says of each what it is for, how and within which limits [NAV-11]", () => {
    const poor = [...book.values()].filter(
      ({ id, lead, steps, limits, words }) =>
        lead.length === 0 || (id !== "errors" && steps.length === 0) || limits.length === 0 || words.length === 0,
    );
    expect(poor.map(({ id }) => id)).toEqual([]);
  });

  it("links only to sections that there are [NAV-11]", () => {
    const broken = [...book.values()].flatMap((section) =>
      linesOf(section)
        .flatMap(piecesOf)
        .filter(({ kind, text }) => kind === "link" && !book.has(text))
        .map(({ text }) => `${section.id} → ${text}`),
    );
    expect(broken).toEqual([]);
  });

  it("calls what stands on a page by the words of the page [NAV-12]", () => {
    const texts = globSync(join(dirname(HELP), `**/*texts.${language}.ts`), { exclude: ["**/node_modules/**"] })
      .map((path) => readFileSync(path, "utf8"))
      .join("\n");
    const strange = [...book.values()].flatMap((section) =>
      linesOf(section)
        .flatMap(piecesOf)
        .filter(({ kind, text }) => kind === "strong" && !texts.includes(text))
        .map(({ text }) => `${section.id}: ${text}`),
    );
    expect(strange).toEqual([]);
  });

  it("explains every field of a package [CAP-01] [NAV-11]", () => {
    const fields = book.get("package")?.words.map(({ word }) => word);
    expect(fields?.sort()).toEqual([...packageContent.keyof().options].sort());
  });

  it("gives advice on codes that there are", () => {
    const unknown = book.get("errors")?.words.filter(({ word }) => !allErrors.has(word));
    expect(unknown).toEqual([]);
  });

  it("has its pictures in both themes, all together below 4 MB [NAV-11]", () => {
    const named = [...book.values()].flatMap(({ picture }) => picture ?? []);
    const missing = named
      .flatMap((name) => ["light", "dark"].map((theme) => join(HELP, "pictures", `${name}-${language}-${theme}.webp`)))
      .filter((path) => !globSync(path).length);
    expect(missing).toEqual([]);
    const bytes = globSync(join(HELP, "pictures/*.webp")).reduce((sum, path) => sum + statSync(path).size, 0);
    expect(bytes).toBeLessThanOrEqual(MOST_PICTURE_BYTES);
  });
});

it("both languages have the same parts of each section [NAV-11] [NAV-12]", () => {
  const shape = (book: HelpBook) =>
    [...book.values()].map(({ id, picture, lead, steps, limits, words }) =>
      [id, picture, lead.length, steps.length, limits.length, words.length].join(" "),
    );
  expect(shape(books.zh)).toEqual(shape(books.en));
});

it("every error code has a section that explains where it comes from [NAV-11]", () => {
  const lost = [...allErrors.keys()].filter((code) => !ids.includes(sectionOfCode(code) ?? ""));
  expect(lost).toEqual([]);
});
