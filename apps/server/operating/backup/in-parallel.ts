/** Told now and then: what was done of how many, and the bytes. */
export type Tell = (done: number, of: number, bytes: number) => void;
/** For a step by its name. */
export type Progress = (step: string) => Tell;

const AT_ONCE = 4;

/** A few at once, of so many; the first error ends all. */
export async function inParallel<T extends { readonly bytes: number }>(
  items: AsyncIterable<T> | Iterable<T>,
  { of, signal, progress }: { readonly of: number; readonly signal: AbortSignal; readonly progress: Tell },
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = eachOf(items);
  let [done, bytes, hasFailed] = [0, 0, false];
  const worker = async () => {
    for await (const item of rest) {
      if (hasFailed) return;
      signal.throwIfAborted();
      await work(item);
      done += 1;
      bytes += item.bytes;
      progress(done, of, bytes);
    }
  };
  const ends = await Promise.allSettled(
    Array.from({ length: AT_ONCE }, () =>
      worker().catch((error: unknown) => {
        hasFailed = true;
        throw error;
      }),
    ),
  );
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}

async function* eachOf<T>(items: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T, void, undefined> {
  yield* items;
}
