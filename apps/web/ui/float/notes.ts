import { createStore } from "../../platform/kept.ts";
import type { Level } from "../marks/levels.ts";

export interface Note {
  id: number;
  /** `done` is the quiet note after saving. */
  tone: "done" | Level;
  text: string;
  undo?: () => void;
}

/** Long enough to read, longer where something can be taken back; urgent ones wait for the person. */
const STAY_MS = 5000;
const STAY_UNDO_MS = 10_000;
/** More would cover the page; the oldest goes. */
const MAX_NOTES = 4;

export const notesStore = createStore<readonly Note[]>([]);

let lastId = 0;

export function addNote(note: Omit<Note, "id">): number {
  lastId += 1;
  notesStore.set([...notesStore.get(), { ...note, id: lastId }].slice(-MAX_NOTES));
  return lastId;
}

export function removeNote(id: number): void {
  notesStore.set(notesStore.get().filter((note) => note.id !== id));
}

/** Undefined: until closed. */
export function stayMs(note: Note): number | undefined {
  if (note.tone === "urgent") return undefined;
  return note.undo ? STAY_UNDO_MS : STAY_MS;
}
