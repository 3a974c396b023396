import { install, installNeeded } from "./install.mjs";
import { environment, packagedNode, runsOnWantedNode, runToEnd } from "./node24.mjs";
import { platformProblem } from "./platform.mjs";
import { SetupError, step } from "./steps.mjs";

/**
 * Brings a bare clone to the point where TypeScript can run, then calls `work` on Node 24: in this process where it is
 * Node 24 already, else by running the same script again on the Node that came with the packages.
 */
export async function whenReady(root, script, work) {
  try {
    const problem = platformProblem();
    if (problem !== undefined) throw new SetupError(problem);
    if (installNeeded(root)) await step("packages", () => install(root));
    if (runsOnWantedNode()) await work();
    else
      process.exitCode = await runToEnd(packagedNode(root), [script, ...process.argv.slice(2)], {
        env: environment(root),
      });
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
