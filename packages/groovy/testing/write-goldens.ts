// Runs the conformance suite with Debian's groovy and keeps what it prints: node packages/groovy/testing/write-goldens.ts
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { CONFORMANCE } from "./scripts.ts";

/** Debian's groovy looks for a JVM in JAVA_HOME or a link that not every machine has. */
function environment(): NodeJS.ProcessEnv {
  const java = execFileSync("sh", ["-c", "readlink -f $(command -v java)"], { encoding: "utf8" }).trim();
  const options = "-Dfile.encoding=UTF-8 -Duser.language=en -Duser.country=US";
  return { JAVA_HOME: dirname(dirname(java)), ...process.env, JAVA_OPTS: options };
}

/** What real Groovy prints for each script, in one JVM. */
export function realGroovy(): Record<string, string> {
  const text = execFileSync("groovy", [join(import.meta.dirname, "goldens.groovy"), CONFORMANCE], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    env: environment(),
  });
  return JSON.parse(text);
}

if (import.meta.main) {
  const found = realGroovy();
  writeFileSync(join(CONFORMANCE, "goldens.json"), `${JSON.stringify(found, null, 2)}\n`);
  console.log(`${Object.keys(found).length} goldens`);
}
