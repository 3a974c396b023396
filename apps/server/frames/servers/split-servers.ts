import type { FrameServer } from "./frame-server.ts";

/** Items by the server of their binding, each list in the order of the items. */
export async function splitByServer<T>(
  where: (bindingNumber: number) => Promise<FrameServer>,
  items: readonly T[],
  bindingOf: (item: T) => number,
): Promise<Map<FrameServer, T[]>> {
  const split = new Map<FrameServer, T[]>();
  for (const item of items) {
    const server = await where(bindingOf(item));
    const own = split.get(server);
    if (own) own.push(item);
    else split.set(server, [item]);
  }
  return split;
}

/** All of them, whatever happens to one; then the first fault is thrown. */
export async function inEach<S, T>(list: readonly S[], work: (one: S) => Promise<T>): Promise<T[]> {
  const ends = await Promise.allSettled(list.map(work));
  return ends.map((end) => {
    if (end.status === "rejected") throw end.reason;
    return end.value;
  });
}
