// Builds apps/web into apps/web/dist when its sources changed, and pre-compresses what the server will send.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { compressAssets } from "./setup/compress-assets.ts";
import { hashFiles, sourceFiles } from "./setup/hash-files.ts";
import { SetupError } from "./setup/steps.mjs";

const STAMP = ".cache/web-build";

/** Gives a word for the progress line: what was done. */
export async function buildWeb(root: string): Promise<string> {
  const stamp = join(root, STAMP);
  const wanted = hashFiles(root, [...sourceFiles(root, ["apps/web", "packages"]), "package-lock.json"]);
  const built = existsSync(join(root, "apps/web/dist/index.html")) && existsSync(stamp);
  if (built && readFileSync(stamp, "utf8") === wanted) return "unchanged";

  rmSync(stamp, { force: true });
  await viteBuild(root);
  const { files } = await compressAssets(join(root, "apps/web/dist"));
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
  return `built, ${files} assets compressed`;
}

function viteBuild(root: string): Promise<void> {
  const vite = join(root, "node_modules/vite/bin/vite.js");
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [vite, "build", "--logLevel", "warn"], {
      cwd: join(root, "apps/web"),
      // Under the tests' own NODE_ENV the pages would get the development build of React.
      env: { ...process.env, NODE_ENV: "production" },
      stdio: ["ignore", "inherit", "inherit"],
    });
    child.on("error", reject);
    child.on("close", (code) =>
      code === 0
        ? resolve()
        : reject(new SetupError(`The web pages could not be built (vite exit ${code}, its words above).`)),
    );
  });
}

if (import.meta.main) {
  const began = performance.now();
  try {
    const outcome = await buildWeb(dirname(import.meta.dirname));
    console.log(`web pages: ${outcome} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
