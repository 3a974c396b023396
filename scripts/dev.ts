// `npm run dev`: the server restarts when its files change, the pages reload by Vite, which proxies to the server.
import { type ChildProcess, spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { environment } from "./setup/node24.mjs";

const root = dirname(import.meta.dirname);
const port = process.env.CANOPY_HTTP_PORT ?? "8080";
const env = environment(root, { CANOPY_DEMO: process.env.CANOPY_DEMO ?? "on" });

const server = spawn(process.execPath, ["--watch", "--watch-preserve-output", "apps/server/main.ts"], {
  cwd: root,
  env,
  stdio: "inherit",
});
const web = spawn(process.execPath, [join(root, "node_modules/vite/bin/vite.js")], {
  cwd: join(root, "apps/web"),
  env: { ...env, CANOPY_DEV_SERVER: `http://127.0.0.1:${port}` },
  stdio: "inherit",
});

const both: readonly ChildProcess[] = [server, web];
const stop = () => {
  for (const child of both) child.kill("SIGTERM");
};
process.on("SIGINT", stop);
process.on("SIGTERM", stop);
for (const child of both) {
  child.on("exit", (code) => {
    // Half a workshop is no workshop.
    process.exitCode ??= code ?? 0;
    stop();
  });
}
