// `npm test`: everything, from a bare clone. The steps stand in test-steps.ts, which needs Node 24.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { whenReady } from "./setup/ready.mjs";

const script = fileURLToPath(import.meta.url);
const root = dirname(dirname(script));

await whenReady(root, script, async () => {
  const { runEverything } = await import("./test-steps.ts");
  process.exitCode = await runEverything(root);
});
