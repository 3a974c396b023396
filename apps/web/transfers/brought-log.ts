import { createStore } from "../platform/kept.ts";

export const LOG_ENDINGS = [".asc", ".blf", ".mf4", ".mdf", ".log", ".trc", ".csv", ".txt"] as const;

export const isLogName = (name: string): boolean => LOG_ENDINGS.some((ending) => name.toLowerCase().endsWith(ending));

/** A log that was dropped on another page, on its way to the one that opens it. */
export const broughtLog = createStore<File | null>(null);
