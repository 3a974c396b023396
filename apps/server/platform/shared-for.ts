/** Looked up at most once in this time, however many ask. */
export function sharedFor<T>(keptMs: number, look: () => Promise<T>): () => Promise<T> {
  let [shared, sinceMs]: [Promise<T> | undefined, number] = [undefined, 0];
  return () => {
    if (!shared || performance.now() - sinceMs > keptMs) [shared, sinceMs] = [look(), performance.now()];
    return shared;
  };
}
