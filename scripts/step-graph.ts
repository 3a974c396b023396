import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { environment } from "./setup/node24.mjs";

export interface Step {
  name: string;
  args: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** Names of steps that must have ended before, well or not: every step runs, one run shows all there is to mend. */
  after?: readonly string[];
}

export interface StepResult {
  name: string;
  ok: boolean;
  seconds: number;
}

/** Gives whether the step went well. */
export type Execute = (step: Step) => Promise<boolean>;

/** Runs each step as soon as those it comes after have ended, in the given order where several could. */
export async function runGraph(steps: readonly Step[], atOnce: number, execute: Execute): Promise<StepResult[]> {
  const names = new Set(steps.map(({ name }) => name));
  for (const { name, after = [] } of steps)
    for (const other of after) if (!names.has(other)) throw new Error(`${name} comes after ${other}, which is no step`);
  const waiting = [...steps];
  const running = new Map<string, Promise<void>>();
  const results: StepResult[] = [];
  const isOver = (name: string) => results.some((result) => result.name === name);
  const startNext = () => {
    const at = waiting.findIndex(({ after = [] }) => after.every(isOver));
    if (at < 0 || running.size >= atOnce) return false;
    const [step] = waiting.splice(at, 1);
    if (step) running.set(step.name, run(step));
    return true;
  };
  const run = async (step: Step) => {
    const began = performance.now();
    const ok = await execute(step);
    results.push({ name: step.name, ok, seconds: (performance.now() - began) / 1000 });
    running.delete(step.name);
  };
  while (results.length < steps.length) {
    while (startNext());
    if (running.size === 0) throw new Error(`steps wait for each other: ${waiting.map(({ name }) => name).join(", ")}`);
    await Promise.race(running.values());
  }
  return results;
}

/** Steps write at the same time: each line says whose it is. */
export function executeIn(root: string): Execute {
  return ({ name, args, env }) =>
    new Promise((resolve) => {
      console.log(`${name} | begins`);
      const child = spawn(process.execPath, args, {
        cwd: root,
        env: environment(root, env),
        stdio: ["ignore", "pipe", "pipe"],
      });
      for (const stream of [child.stdout, child.stderr])
        createInterface({ input: stream }).on("line", (line) => console.log(`${name} | ${line}`));
      const end = (ok: boolean, how: string) => {
        console.log(`${name} | ${how}`);
        resolve(ok);
      };
      child.on("error", (error) => end(false, error.message));
      child.on("close", (code) => end(code === 0, code === 0 ? "ok" : `FAILED (exit ${code})`));
    });
}
