import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { freePorts } from "../support/program.ts";

const ROOT = dirname(dirname(import.meta.dirname));
const UP_WITHIN_MS = 600_000;
const DOWN_WITHIN_MS = 15_000;

/** What a newcomer's shell has: the machine's own Node, where its npm finds packages, and nothing of ours. */
function newcomersEnvironment(home: string, ports: readonly number[]): Record<string, string> {
  const [http = 0, mqtt, mqtts, ftp] = ports;
  const path = (process.env.PATH ?? "").split(":").filter((folder) => !folder.includes("node_modules"));
  const npm = Object.entries(process.env).filter(([name]) =>
    /^(npm_config_(registry|cache|userconfig)|https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS)$/i.test(name),
  );
  return {
    ...Object.fromEntries(npm.map(([name, value]) => [name, value ?? ""])),
    PATH: path.join(":"),
    HOME: home,
    LANG: "C.UTF-8",
    CANOPY_HTTP_PORT: String(http),
    CANOPY_MQTT_PORT: String(mqtt),
    CANOPY_MQTTS_PORT: String(mqtts),
    CANOPY_FTP_PORT: String(ftp),
  };
}

/** What `.gitignore` leaves out. */
const MADE = /(^|\/)(node_modules|\.cache)$|^(data|reports|apps\/web\/dist)$/;

/** Sources without `.git` are copied. */
function cloneTo(folder: string): void {
  if (existsSync(join(ROOT, ".git"))) execFileSync("git", ["clone", "-q", ROOT, folder]);
  else cpSync(ROOT, folder, { recursive: true, filter: (path) => !MADE.test(relative(ROOT, path)) });
}

it(
  "a fresh clone needs Node, npm and `npm start`: it installs, builds, serves the sign-in page and prints the sign-in [OPS-01]",
  async () => {
    const home = mkdtempSync(join(tmpdir(), "canopy-newcomer-"));
    chmodSync(home, 0o755);
    const clone = join(home, "project");
    cloneTo(clone);
    const npmrc = join(homedir(), ".npmrc");
    if (existsSync(npmrc)) cpSync(npmrc, join(home, ".npmrc"));
    const ports = await freePorts(4);
    const program = spawn("npm", ["start"], {
      cwd: clone,
      env: newcomersEnvironment(home, ports),
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    program.stdout.on("data", (chunk) => (output += String(chunk)));
    program.stderr.on("data", (chunk) => (output += String(chunk)));
    const ended = once(program, "exit");
    try {
      const deadline = Date.now() + UP_WITHIN_MS;
      const isUp = async () => (await fetch(`http://127.0.0.1:${ports[0]}/Login`).catch(() => undefined))?.ok === true;
      while (!(await isUp())) {
        expect(program.exitCode, output).toBeNull();
        expect(Date.now(), output).toBeLessThan(deadline);
        await sleep(500);
      }
      expect(output).toContain(`ready at http://127.0.0.1:${ports[0]}`);
      expect(output).toMatch(/Sign in as demo with \S+/);
      const entered = await fetch(`http://127.0.0.1:${ports[0]}/api/control/sessions/demo`, { method: "POST" });
      expect(entered.status).toBe(200);
    } finally {
      if (program.pid !== undefined && program.exitCode === null) process.kill(-program.pid, "SIGTERM");
      const inTime = await Promise.race([ended.then(() => true), sleep(DOWN_WITHIN_MS, false)]);
      if (!inTime && program.pid !== undefined) process.kill(-program.pid, "SIGKILL");
      expect(inTime, "it stops within 15 s of SIGTERM").toBe(true);
      rmSync(home, { recursive: true, force: true });
    }
  },
  UP_WITHIN_MS + 60_000,
);
