import { isAway } from "../as-unavailable.ts";

export interface EachBinding {
  readonly signal?: AbortSignal | undefined;
  /** Told of each that failed. */
  readonly failed?: ((bindingNumber: number, error: unknown) => void) | undefined;
}

/** All of them, whatever happens to one, unless their server is away; then the first fault is thrown. */
export async function eachBinding<T>(
  items: readonly T[],
  bindingOf: (item: T) => number,
  work: (item: T) => Promise<void>,
  { signal, failed }: EachBinding = {},
): Promise<void> {
  const faults: unknown[] = [];
  for (const item of items) {
    signal?.throwIfAborted();
    try {
      await work(item);
    } catch (error) {
      signal?.throwIfAborted();
      failed?.(bindingOf(item), error);
      faults.push(error);
      if (isAway(error)) break;
    }
  }
  if (faults.length > 0) throw faults[0];
}
