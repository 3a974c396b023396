/** Runs one step of the set-up and says, in one calm line, what it was and how long it took. */
export async function step(name, work) {
  const began = performance.now();
  console.log(`  ${name} …`);
  const result = await work();
  console.log(`  ${name}: ${result ?? "done"} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
}

/** A failure the user can act on: its message is printed alone, without a stack. */
export class SetupError extends Error {}
