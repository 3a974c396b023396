import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { nodeMajor } from "./platform.mjs";
import { SetupError } from "./steps.mjs";

const WANTED_MAJOR = 24;

export function runsOnWantedNode() {
  return nodeMajor(process.version) >= WANTED_MAJOR;
}

/** The Node 24 that came with the packages. */
export function packagedNode(root) {
  const path = join(root, `node_modules/node-linux-${process.arch}/bin/node`);
  if (!existsSync(path))
    throw new SetupError(`Node ${WANTED_MAJOR} is missing at ${path}: remove node_modules and start again.`);
  return path;
}

/** V8 takes up to 128 MB for young objects on a large machine; this is enough for a server under load. */
export const SERVER_FLAGS = ["--max-semi-space-size=16"];

/**
 * By itself the C library keeps what was freed, up to 32 MB at a time and for each thread apart: a server's memory would rise with
 * every thread that once was busy. Buffers of a megabyte and more go back to the system.
 */
export const SERVER_MEMORY = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "1048576",
  MALLOC_TRIM_THRESHOLD_: "1048576",
};

/**
 * The tools of node_modules, and this very Node, come first for everything that is started from here. What was compiled
 * once is kept: the next start takes half the time, and the compiler of TypeScript need not be loaded (30 MB).
 */
export function environment(root, extra = {}) {
  const bin = join(root, "node_modules/.bin");
  const path = (process.env.PATH ?? "").split(":").filter((folder) => folder !== bin);
  const NODE_COMPILE_CACHE = process.env.NODE_COMPILE_CACHE ?? join(root, ".cache/compiled");
  return { ...SERVER_MEMORY, ...process.env, NODE_COMPILE_CACHE, PATH: [bin, ...path].join(":"), ...extra };
}

/** Runs a program to its end in our process group, hands signals on, and gives its exit code. */
export function runToEnd(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: "inherit", ...options });
    const forward = (signal) => child.kill(signal);
    const signals = ["SIGTERM", "SIGINT", "SIGHUP"];
    for (const signal of signals) process.on(signal, forward);
    child.on("error", reject);
    child.on("exit", (code, signal) => {
      for (const name of signals) process.off(name, forward);
      resolve(code ?? 128 + (SIGNAL_NUMBERS[signal] ?? 0));
    });
  });
}

const SIGNAL_NUMBERS = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 };
