import { useSyncExternalStore } from "react";
import { createKept, createStore, useStore } from "./kept.ts";

export const THEME_CHOICES = ["light", "dark", "system"] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];
export type Theme = "light" | "dark";

/** index.html reads the same key before the first paint. */
export const themeStore = createKept<ThemeChoice>({
  key: "canopy.theme",
  read: (text) => THEME_CHOICES.find((choice) => choice === text) ?? "system",
  write: (choice) => choice,
});

/** A page that has one theme only, such as a screen on a wall; null: as the user chose. */
export const pageTheme = createStore<Theme | null>(null);

const DARK = "(prefers-color-scheme: dark)";

export function themeOf(choice: ThemeChoice, systemDark: boolean): Theme {
  if (choice !== "system") return choice;
  return systemDark ? "dark" : "light";
}

/** The theme drawn now, with "system" resolved; follows the system while that is the choice. */
export function useTheme(): Theme {
  const ofPage = useStore(pageTheme);
  const choice = useStore(themeStore);
  const systemDark = useSyncExternalStore(subscribeToSystem, () => matchMedia(DARK).matches);
  return ofPage ?? themeOf(choice, systemDark);
}

function subscribeToSystem(listener: () => void): () => void {
  const query = matchMedia(DARK);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** Marks the document, from which tokens.css takes its colours; once, before the first render. */
export function startTheme(): void {
  const apply = () => {
    document.documentElement.dataset.theme = pageTheme.get() ?? themeOf(themeStore.get(), matchMedia(DARK).matches);
  };
  themeStore.subscribe(apply);
  pageTheme.subscribe(apply);
  subscribeToSystem(apply);
  apply();
}
