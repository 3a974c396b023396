import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SetupError } from "./steps.mjs";

const STAMP = "node_modules/.canopy-installed";

/** The packages are current when the stamp of the last good install equals what the manifests say now. */
export function installNeeded(root) {
  const stamp = join(root, STAMP);
  return !existsSync(stamp) || readFileSync(stamp, "utf8") !== manifestHash(root);
}

export async function install(root) {
  const wanted = manifestHash(root);
  // `npm install`, not `npm ci`, which would take every package away first. `--include=dev`: the web is built here, also
  // where NODE_ENV is production.
  const flags = ["--no-save", "--prefer-offline", "--no-audit", "--no-fund", "--include=dev", "--loglevel=error"];
  const { code, output } = await npm(root, ["install", ...flags]);
  if (code !== 0) {
    const tail = output.trimEnd().split("\n").slice(-15).join("\n");
    throw new SetupError(`npm install failed (exit ${code}). Its last words:\n${tail}`);
  }
  writeFileSync(join(root, STAMP), wanted);
}

function manifestHash(root) {
  const hash = createHash("sha256").update(`${process.platform} ${process.arch}\n`);
  for (const path of ["package-lock.json", "package.json", ...workspaceManifests(root)]) {
    hash
      .update(path)
      .update("\0")
      .update(readFileSync(join(root, path)))
      .update("\0");
  }
  return hash.digest("hex");
}

function workspaceManifests(root) {
  return ["apps", "packages"].flatMap((folder) =>
    readdirSync(join(root, folder))
      .sort()
      .map((name) => `${folder}/${name}/package.json`)
      .filter((path) => existsSync(join(root, path))),
  );
}

function npm(root, args) {
  // Under `npm start` npm names its own script: the very npm that the user called is used again.
  const script = process.env.npm_execpath;
  const [command, before] = script?.endsWith(".js") ? [process.execPath, [script]] : ["npm", []];
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...before, ...args], { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    const keep = (chunk) => {
      output = (output + chunk).slice(-20_000);
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.on("error", (error) => reject(new SetupError(`npm could not be run: ${error.message}`)));
    child.on("close", (code) => resolve({ code, output }));
  });
}
