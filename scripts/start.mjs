// `npm start`: from a bare clone and the machine's Node to the running program.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseEnv } from "node:util";
import { environment, SERVER_FLAGS } from "./setup/node24.mjs";
import { whenReady } from "./setup/ready.mjs";
import { step } from "./setup/steps.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

await whenReady(root, fileURLToPath(import.meta.url), async () => {
  const { buildWeb } = await import("./build-web.ts");
  if (existsSync(join(root, "apps/web/index.html"))) await step("web pages", () => buildWeb(root));
  becomeServer();
});

/** The server takes this process over: its signals and its exit code need no messenger, and no memory is held twice. */
function becomeServer() {
  const main = join(root, "apps/server/main.ts");
  const env = environment(root, demoChosen() ? {} : { CANOPY_DEMO: "on" });
  process.chdir(root);
  // execve is marked experimental; its warning means nothing to the person who typed `npm start`.
  process.removeAllListeners("warning");
  process.execve(process.execPath, [process.execPath, ...SERVER_FLAGS, main, ...process.argv.slice(2)], env);
}

/** The demo is on unless the environment or `.env` says otherwise; a set variable would hide the one in `.env`. */
function demoChosen() {
  const file = join(root, ".env");
  return "CANOPY_DEMO" in process.env || (existsSync(file) && "CANOPY_DEMO" in parseEnv(readFileSync(file, "utf8")));
}
