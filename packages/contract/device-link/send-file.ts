/** Of a terminal; the server takes pieces of 64 KiB to 4 MiB. */
const PIECE_BYTES = 256 * 1024;
/** Corrections of the place by the server, in one sending. */
const MOST_CORRECTIONS = 3;

export interface FileSending {
  /** As `files.upload` told it. */
  readonly url: string;
  readonly size: number;
  readonly offset: number;
  readonly signal: AbortSignal;
  read(from: number, to: number): Uint8Array;
  /** After every piece, with the next byte; may wait. */
  sent(offset: number): void | Promise<void>;
}

/** docs/files.md: sends a file in pieces from a byte on. Rejects where the server does not take it. */
export async function sendFile({ url, size, offset, signal, read, sent }: FileSending): Promise<void> {
  let at = offset;
  for (let corrections = 0; at < size; ) {
    const end = Math.min(at + PIECE_BYTES, size);
    const init = { method: "PUT", headers: { "content-type": "application/octet-stream" }, signal };
    const response = await fetch(`${url}?offset=${at}`, { ...init, body: new Uint8Array(read(at, end)) });
    if (response.status === 409 && corrections < MOST_CORRECTIONS) {
      corrections += 1;
      at = await receivedOf(url, signal);
    } else if (!response.ok) throw new Error(`HTTP ${response.status}`);
    else at = end;
    await sent(at);
  }
}

async function receivedOf(url: string, signal: AbortSignal): Promise<number> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  const { data } = (await response.json()) as { data?: { received?: unknown } };
  if (typeof data?.received !== "number") throw new Error("the server does not say where to go on");
  return data.received;
}
