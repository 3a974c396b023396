import type { DbcDecoder, MessageDecoder } from "@canopy/can/dbc/decode/decode";
import type { Dbc } from "@canopy/can/dbc/model";
import { FLAG_ERROR, FLAG_EXTENDED } from "@canopy/can/frame/frame";
import { channelKind } from "@canopy/contract/device-link/channels";

/** A DBC that decodes frames. */
export interface NamedDecoder {
  readonly name: string;
  readonly decoder: DbcDecoder;
  /** Null: every channel of its bus. */
  readonly channel: number | null;
  /** Of one for every channel; absent: CAN. */
  readonly bus?: "can" | "lin";
  /** The device in a table of several devices; absent: any. */
  readonly device?: number;
  /** File and revision in the library; absent: a file from the user's machine. */
  readonly library?: { readonly dbcId: string; readonly revision: number };
}

export interface FoundMessage {
  readonly by: NamedDecoder;
  readonly message: MessageDecoder;
}

interface Identified {
  readonly channel: number;
  readonly id: number;
  readonly flags: number;
  readonly device?: number | undefined;
  readonly joined?: { readonly id: number } | undefined;
}

/** The DBCs of the channels: the first one with the identifier decodes the frame. */
export class FrameDecoders {
  readonly all: readonly NamedDecoder[];
  /** True while DBC files are loading. */
  readonly isOpening: boolean;
  private readonly known = new Map<string, FoundMessage | null>();

  constructor(all: readonly NamedDecoder[], isOpening = false) {
    this.all = all;
    this.isOpening = isOpening;
  }

  get dbcs(): readonly Dbc[] {
    return [...new Set(this.all.map(({ decoder }) => decoder.dbc))];
  }

  /** Of a frame that ends a message of several, the DBC's entry of that message. */
  find({ channel, id: own, flags, device, joined }: Identified): FoundMessage | null {
    if (this.all.length === 0 || flags & FLAG_ERROR) return null;
    const id = joined?.id ?? own;
    const isExtended = (flags & FLAG_EXTENDED) !== 0;
    const key = `${device ?? ""}/${channel}/${id}/${isExtended}`;
    const kept = this.known.get(key);
    if (kept !== undefined) return kept;
    let found: FoundMessage | null = null;
    for (const by of this.of(channel, device)) {
      const message = by.decoder.find(id, isExtended);
      if (message !== null) {
        found = { by, message };
        break;
      }
    }
    if (this.known.size < 65_536) this.known.set(key, found);
    return found;
  }

  /** The names of the DBCs of a channel: `ev.dbc, body.dbc`; empty: none. */
  namesOf(channel: number, device?: number): string {
    return [...new Set(this.of(channel, device).map(({ name }) => name))].join(", ");
  }

  private of(channel: number, device: number | undefined): NamedDecoder[] {
    const isOf = (one: NamedDecoder) =>
      (one.device === undefined || one.device === device) &&
      (one.channel === null ? channelKind(channel) === (one.bus ?? "can") : one.channel === channel);
    return this.all.filter(isOf);
  }
}
