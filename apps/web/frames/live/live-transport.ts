import type { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_EXTENDED } from "@canopy/can/frame/frame";
import { j1939Id, parseJ1939Id } from "@canopy/can/j1939/id";
import { PGN_TP_CONNECTION, PGN_TP_DATA } from "@canopy/can/j1939/parameter-groups";
import { J1939Reassembler } from "@canopy/can/j1939/reassemble";
import type { TableFrame } from "../table/table-frame.ts";

type Joined = NonNullable<TableFrame["joined"]>;

/** Of a message whose own priority the packets do not tell. */
const PRIORITY = 6;
/** Messages kept for rows that can be scrolled back to. */
const MOST = 20_000;

export interface Ended extends Joined {
  /** The frame that its last data packet was. */
  readonly number: number;
}

/** UDS-06: J1939 messages of more than eight bytes, put together as their packets come. */
export class LiveTransport {
  private reassembler = new J1939Reassembler();
  /** The newest data packet of each sender and receiver. */
  private readonly packets = new Map<string, number>();
  private readonly found = new Map<number, Joined>();

  /** The message that frame i of the batch ended, if it did. */
  add(batch: FrameBatch, i: number, number: number): Ended | undefined {
    const id = batch.id[i] as number;
    // Before anything is made: most frames are none of these.
    const group = (id >> 8) & 0xff00;
    if (group !== PGN_TP_DATA && group !== PGN_TP_CONNECTION) return undefined;
    if (!((batch.flags[i] as number) & FLAG_EXTENDED)) return undefined;
    const { pgn, source, destination } = parseJ1939Id(id);
    if (pgn !== PGN_TP_DATA && pgn !== PGN_TP_CONNECTION) return undefined;
    const frame = batch.at(i);
    if (pgn === PGN_TP_DATA) this.packets.set(`${frame.channel}/${source}/${destination}`, number);
    let ended: Ended | undefined;
    for (const event of this.reassembler.add({ ...frame, data: frame.data.slice() })) {
      const last = this.packets.get(`${event.channel}/${event.source}/${event.destination}`);
      if (event.kind !== "message" || last === undefined) continue;
      ended = { number: last, id: j1939Id({ ...event, priority: PRIORITY }), bytes: event.bytes };
      this.keep(ended);
    }
    return ended;
  }

  of(number: number): Joined | undefined {
    return this.found.get(number);
  }

  /** Frames were put in between: their numbers are others now. */
  forget(): void {
    this.reassembler = new J1939Reassembler();
    this.packets.clear();
    this.found.clear();
  }

  private keep({ number, id, bytes }: Ended): void {
    this.found.set(number, { id, bytes });
    const oldest = this.found.size > MOST ? this.found.keys().next().value : undefined;
    if (oldest !== undefined) this.found.delete(oldest);
  }
}
