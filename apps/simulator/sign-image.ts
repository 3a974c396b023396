// Signs an image for simulated terminals: node apps/simulator/sign-image.ts FILE VERSION [BASE_VERSION]
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { signForSimulators, simulatorPublicKey } from "./terminal/firmware-key.ts";

const [path, version, base_version] = process.argv.slice(2);
if (path === undefined || version === undefined) {
  console.error("usage: node apps/simulator/sign-image.ts FILE VERSION [BASE_VERSION]");
  process.exitCode = 2;
} else {
  const bytes = readFileSync(path);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  console.log(`public key  ${Buffer.from(simulatorPublicKey()).toString("base64")}`);
  console.log(`signature   ${signForSimulators({ version, base_version, size: bytes.length, sha256 })}`);
}
