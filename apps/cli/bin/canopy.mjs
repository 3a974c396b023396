#!/usr/bin/env node
// Runs on whatever Node the machine has: below 24, which cannot read TypeScript, the packaged one takes over.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import module from "node:module";
import { fileURLToPath } from "node:url";

const WANTED_MAJOR = 24;

if (Number.parseInt(process.versions.node, 10) >= WANTED_MAJOR) {
  // Keeps the TypeScript as it was stripped and compiled, for the next call.
  module.enableCompileCache(fileURLToPath(new URL("../../../node_modules/.cache/canopy", import.meta.url)));
  const { main } = await import("../main.ts");
  process.exitCode = await main(process.argv.slice(2));
} else {
  const packaged = fileURLToPath(new URL(`../../../node_modules/node-linux-${process.arch}/bin/node`, import.meta.url));
  if (existsSync(packaged)) takeOver(packaged);
  else {
    console.error(
      `canopy needs Node ${WANTED_MAJOR}; this is ${process.version}, and ${packaged} is missing: run npm install.`,
    );
    process.exitCode = 2;
  }
}

function takeOver(node) {
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => {
    process.exitCode = code ?? (signal === "SIGINT" ? 130 : 143);
  });
}
