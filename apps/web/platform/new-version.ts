import { translate } from "./i18n.ts";
import type {} from "./texts.ts";

/** NAV-03: which entry this tab was reloaded for, so that it reloads once and never in a loop. */
const RELOADED_FOR = "canopy.reloadedFor";
/** Long enough to read the note. */
const NOTE_MS = 1200;

export interface Browser {
  /** Fetches the entry page anew, past every cache. */
  fetchEntry(): Promise<string>;
  running(): string[];
  reloadedFor(): string | null;
  rememberReload(scripts: string): void;
  warn(text: string): void;
  reload(): void;
}

/** On a route-loading error: is the page that runs still the one that is served? */
export async function checkForNewVersion(browser: Browser = thisBrowser): Promise<boolean> {
  try {
    const served = scriptsOf(await browser.fetchEntry()).join(" ");
    if (served === "" || served === browser.running().join(" ") || served === browser.reloadedFor()) return false;
    browser.rememberReload(served);
    browser.warn(translate("platform.version.reloading"));
    browser.reload();
    return true;
  } catch (problem) {
    console.warn("the check for a new version failed", problem);
    return false;
  }
}

/** The script list of an entry page, as paths. */
export function scriptsOf(html: string): string[] {
  return [...html.matchAll(/<script\b[^>]*\bsrc=["']([^"']+)["']/gi)].map((match) => match[1] ?? "").sort();
}

const thisBrowser: Browser = {
  fetchEntry: async () => {
    const response = await fetch(`/?t=${Date.now()}`, { cache: "no-store", headers: { accept: "text/html" } });
    if (!response.ok) throw new Error(`the entry page answered ${response.status}`);
    return response.text();
  },
  running: () =>
    [...document.querySelectorAll<HTMLScriptElement>("script[src]")]
      .map((script) => script.getAttribute("src") ?? "")
      .sort(),
  reloadedFor: () => sessionStorage.getItem(RELOADED_FOR),
  rememberReload: (scripts) => sessionStorage.setItem(RELOADED_FOR, scripts),
  warn: (text) => {
    // Below React: the page that failed to load may be the one that shows notes.
    const note = document.createElement("div");
    note.setAttribute("role", "alert");
    note.className = "version-note";
    note.textContent = text;
    document.body.append(note);
  },
  reload: () => {
    setTimeout(() => location.reload(), NOTE_MS);
  },
};
