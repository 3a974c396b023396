/** A record of `apps/simulator/past.ts`: F a batch (CB1), P positions (as `up/gps`), E the end of a vehicle. */
export interface PastRecord {
  readonly letter: string;
  readonly content: Buffer;
}

const HEAD_BYTES = 5;

/** The records of a stream, however it is cut. */
export async function* pastRecords(stream: AsyncIterable<Buffer>): AsyncGenerator<PastRecord> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of stream) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (rest.length >= HEAD_BYTES) {
      const end = HEAD_BYTES + rest.readUInt32LE(1);
      if (rest.length < end) break;
      yield { letter: String.fromCharCode(rest[0] ?? 0), content: rest.subarray(HEAD_BYTES, end) };
      rest = rest.subarray(end);
    }
  }
}
