// `npm run check`: lint, types, floors, dead code. Prints each result; what failed also prints why.
import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { environment } from "./setup/node24.mjs";

const ROOT = dirname(import.meta.dirname);
const WORKSPACES = [
  "packages/can",
  "packages/groovy",
  "packages/contract",
  "apps/server",
  "apps/cli",
  "apps/simulator",
  "apps/agent",
  "apps/web",
];

interface Task {
  name: string;
  command: string;
  args: readonly string[];
}

interface Outcome {
  ok: boolean;
  output: string;
}

const bin = (name: string) => join(ROOT, "node_modules/.bin", name);
const types = (name: string, project: string): Task => ({
  name: `types ${name}`,
  command: bin("tsc"),
  args: ["-p", project, "--pretty", "false"],
});

// The longest first: two run at a time.
const TASKS: readonly Task[] = [
  { name: "dead code", command: bin("knip"), args: ["--no-progress"] },
  { name: "lint", command: bin("biome"), args: ["ci", "--colors=off", "--max-diagnostics=40", "."] },
  types("tests, scripts", "tsconfig.json"),
  types("tests of the pages", "apps/web/tsconfig.test.json"),
  ...WORKSPACES.toReversed().map((workspace) => types(workspace, `${workspace}/tsconfig.json`)),
  { name: "journey rules", command: process.execPath, args: ["scripts/journey-rules.ts"] },
  { name: "floors", command: process.execPath, args: ["scripts/floors.ts"] },
];
const AT_ONCE = 2;

function run({ command, args }: Task): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: ROOT, env: environment(ROOT), stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.on("error", (error) => resolve({ ok: false, output: error.message }));
    child.on("close", (code) => resolve({ ok: code === 0, output }));
  });
}

async function work(queue: Task[], failed: string[]): Promise<void> {
  for (let task = queue.shift(); task !== undefined; task = queue.shift()) {
    const began = performance.now();
    const { ok, output } = await run(task);
    console.log(`${ok ? "ok    " : "FAILED"} ${task.name} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
    if (ok) continue;
    failed.push(task.name);
    console.log(output.trimEnd());
  }
}

const queue = [...TASKS];
const failed: string[] = [];
await Promise.all(Array.from({ length: AT_ONCE }, () => work(queue, failed)));
console.log(failed.length === 0 ? "check ok" : `check failed: ${failed.join(", ")}`);
process.exitCode = failed.length === 0 ? 0 : 1;
