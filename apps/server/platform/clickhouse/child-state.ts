import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { isAlive, startTicks } from "../engines/processes.ts";

/** What a later server must know to find a child that outlived an earlier one. In our own folder, for our eyes only. */
const ChildState = z.object({
  pid: z.int().positive(),
  /** Tells the process from a later one with the same id. */
  ticks: z.string(),
  port: z.int().min(1).max(65_535),
  password: z.string().min(16),
  startedAt: z.iso.datetime(),
});
export type ChildState = z.infer<typeof ChildState>;

export function readChildState(file: string): ChildState | undefined {
  try {
    return ChildState.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return undefined;
  }
}

export function writeChildState(file: string, state: ChildState): void {
  writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

export function forgetChildState(file: string): void {
  rmSync(file, { force: true });
}

export const isRunning = (state: ChildState) => isAlive(state.pid) && startTicks(state.pid) === state.ticks;
