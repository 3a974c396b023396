import { Session } from "node:inspector/promises";
import type { FuzzTarget } from "./fuzz.ts";
import { storedInputs, storeInput } from "./fuzz-corpus.ts";
import { mutate, randomFrom } from "./mutate.ts";

/** Of one target. */
const MOST_INPUTS = 8;
const MOST_BYTES = 2048;
const TRIED = 3000;
const SEED = 20_261_119;

/**
 * `npm run fuzz -- --collect [--only name]`: for targets without a stored corpus (or the one named), the spoiled inputs that reach code
 * which neither the seeds nor an input kept before did.
 */
export async function collectInputs(targets: readonly FuzzTarget[], only: string | undefined): Promise<void> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  for (const target of targets) {
    if (only === undefined ? storedInputs(target.name).length > 0 : target.name !== only) continue;
    const kept = await collect(session, target);
    for (const input of kept) storeInput(target.name, input);
    console.log(`${target.name}: ${kept.length} inputs, ${kept.reduce((sum, { length }) => sum + length, 0)} bytes`);
  }
}

async function collect(session: Session, target: FuzzTarget): Promise<Uint8Array[]> {
  const reached = new Set<string>();
  for (const seed of target.seeds) for (const place of await reachedBy(session, target, seed)) reached.add(place);
  const random = randomFrom(SEED);
  const kept: Uint8Array[] = [];
  for (let i = 0; i < TRIED && kept.length < MOST_INPUTS; i++) {
    const input = mutate({ ...target, seeds: [...target.seeds, ...kept] }, random);
    if (input.length > MOST_BYTES) continue;
    const places = (await reachedBy(session, target, input)).filter((place) => !reached.has(place));
    if (places.length > 0) kept.push(input);
    for (const place of places) reached.add(place);
  }
  return kept;
}

/** The blocks of the package's own code that an input runs through. */
async function reachedBy(session: Session, target: FuzzTarget, input: Uint8Array): Promise<string[]> {
  await session.post("Profiler.takePreciseCoverage");
  target.run(input);
  const { result } = await session.post("Profiler.takePreciseCoverage");
  return result
    .filter(({ url }) => url.includes("/packages/can/") && !url.includes("/testing/") && !url.endsWith(".fuzz.ts"))
    .flatMap(({ url, functions }) =>
      functions.flatMap(({ ranges }) =>
        ranges
          .filter(({ count }) => count > 0)
          .map(({ startOffset, endOffset }) => `${url} ${startOffset} ${endOffset}`),
      ),
    );
}
