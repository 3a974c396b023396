/** A frame server that takes new devices. */
export interface ServerWithRoom {
  readonly id: string;
  readonly number: number;
  readonly bytes: number;
  /** The newest binding there; null: none was made there yet. */
  readonly newest: number | null;
}

/**
 * OPS-02: the frame servers of many new devices, in their order: each goes where there are fewest bytes, equal ones in turn,
 * as one by one; and counts there with the bytes that a device has on the average, or all would go to one server. Null: the
 * first server, where none is listed.
 */
export function spreadDevices(
  servers: readonly ServerWithRoom[],
  count: number,
  meanBytes: number,
): readonly (string | null)[] {
  const filled = servers.map((server) => ({ ...server, newest: server.newest ?? Number.NEGATIVE_INFINITY }));
  const last = Math.max(0, ...filled.map(({ newest }) => newest));
  return Array.from({ length: count }, (_, i) => {
    const [next] = filled.toSorted((a, b) => a.bytes - b.bytes || byNumber(a.newest, b.newest) || a.number - b.number);
    if (next === undefined) return null;
    next.bytes += meanBytes;
    next.newest = last + 1 + i;
    return next.id;
  });
}

/** Both may be -Infinity, of which the difference is no number. */
const byNumber = (a: number, b: number) => (a === b ? 0 : a - b);
