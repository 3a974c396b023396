import { FLAG_ERROR, FLAG_EXTENDED, FLAG_REMOTE, type Frame } from "../frame/frame.ts";
import { conventionalPeerId } from "./address.ts";
import { FLOW_OVERFLOW, type Pci, readPci } from "./pci.ts";
import type { IsoTpProblem } from "./problem.ts";
import type { IgnoredReason } from "./receiver.ts";
import { Reception } from "./reception.ts";

interface TransferFacts {
  channel: number;
  id: number;
  extendedIds: boolean;
  firstUs: number;
  lastUs: number;
  /** Frames of this transfer, flow control included. */
  frames: number;
}

export type LogEvent = TransferFacts &
  (
    | { kind: "message"; bytes: Uint8Array }
    | { kind: "broken"; problem: IsoTpProblem }
    | { kind: "ignored"; reason: IgnoredReason }
  );

export interface ReassemblerSettings {
  /** 1 with extended or mixed addressing: the first byte is an address and separates the talks of one id. */
  prefixSize?: 0 | 1;
  nCrUs?: number;
  maxMessageSize?: number;
  /** The id whose transfers the flow control of `id` steers; by default the convention of ISO 15765-4. */
  peerOf?: (id: number, extendedIds: boolean) => number | undefined;
}

interface Transfer {
  reception: Reception | null;
  seen: TransferFacts;
  /** Consecutive frames that a broken transfer still owes: they say nothing new when they come. */
  tail: number;
}

/** Rebuilds messages from a log: nothing is sent, lost frames are reported, the next SF or FF starts afresh. */
export class IsoTpReassembler {
  private readonly talks = new Map<string, Transfer>();
  private readonly prefixSize: 0 | 1;
  private readonly nCrUs: number;
  private readonly maxMessageSize: number;
  private readonly peerOf: (id: number, extendedIds: boolean) => number | undefined;

  constructor(settings: ReassemblerSettings = {}) {
    this.prefixSize = settings.prefixSize ?? 0;
    this.nCrUs = settings.nCrUs ?? 1_000_000;
    this.maxMessageSize = settings.maxMessageSize ?? 1 << 20;
    this.peerOf = settings.peerOf ?? conventionalPeerId;
  }

  add(frame: Frame): LogEvent[] {
    if (frame.flags & (FLAG_REMOTE | FLAG_ERROR)) return [];
    const pci = readPci(frame.data, this.prefixSize);
    if (pci.kind === "flowControl") return this.addFlowControl(pci.status, frame);
    const key = transferKey(frame, frame.id, this.prefixSize);
    const talk = this.talks.get(key) ?? { reception: null, seen: seenIn(frame), tail: 0 };
    const events = [...this.expire(talk, frame.timeUs), ...this.addPci(talk, pci, frame)];
    // Only open talks are kept: a log with a million ids costs nothing.
    if (talk.reception || talk.tail > 0) this.talks.set(key, talk);
    else this.talks.delete(key);
    return events;
  }

  /** The log ends: open messages will never be complete. */
  finish(): LogEvent[] {
    return [...this.talks.values()].flatMap((talk) => (talk.reception ? [this.breakOff(talk, "N_TIMEOUT_Cr")] : []));
  }

  private addPci(talk: Transfer, pci: Exclude<Pci, { kind: "flowControl" }>, frame: Frame): LogEvent[] {
    switch (pci.kind) {
      case "invalid":
        return [{ ...seenIn(frame), kind: "ignored", reason: pci.fault }];
      case "single":
        return [...this.interrupt(talk), { ...seenIn(frame), kind: "message", bytes: pci.data.slice() }];
      case "first":
        return this.addFirst(talk, pci, frame);
      case "consecutive":
        return this.addConsecutive(talk, pci, frame);
    }
  }

  private addFirst(talk: Transfer, pci: Extract<Pci, { kind: "first" }>, frame: Frame): LogEvent[] {
    const events = this.interrupt(talk);
    talk.seen = seenIn(frame);
    talk.reception = new Reception(pci, this.prefixSize);
    return pci.length > this.maxMessageSize ? [...events, this.breakOff(talk, "N_BUFFER_OVFLW")] : events;
  }

  private addConsecutive(talk: Transfer, pci: Extract<Pci, { kind: "consecutive" }>, frame: Frame): LogEvent[] {
    const { reception } = talk;
    if (!reception) {
      if (talk.tail > 0) talk.tail--;
      else return [{ ...seenIn(frame), kind: "ignored", reason: "consecutiveWhileIdle" }];
      return [];
    }
    const result = reception.accept(pci);
    if (result === "ignored") return [{ ...seenIn(frame), kind: "ignored", reason: "consecutiveSize" }];
    talk.seen.frames++;
    talk.seen.lastUs = frame.timeUs;
    if (result === "incomplete") return [];
    if (result === "complete") {
      talk.reception = null;
      return [{ ...talk.seen, kind: "message", bytes: reception.bytes() }];
    }
    const broken = this.breakOff(talk, "N_WRONG_SN");
    talk.tail--;
    return [broken];
  }

  /** Flow control comes from the other side and belongs to the transfer it steers. */
  private addFlowControl(status: number, frame: Frame): LogEvent[] {
    const peer = this.peerOf(frame.id, (frame.flags & FLAG_EXTENDED) !== 0);
    const talk = peer === undefined ? undefined : this.talkOfPeer(peer, frame);
    if (!talk?.reception) return [];
    const late = this.expire(talk, frame.timeUs);
    if (late.length > 0) return late;
    talk.seen.frames++;
    talk.seen.lastUs = frame.timeUs;
    if (status !== FLOW_OVERFLOW) return [];
    const broken = this.breakOff(talk, "N_BUFFER_OVFLW");
    talk.tail = 0;
    return [broken];
  }

  private expire(talk: Transfer, nowUs: number): LogEvent[] {
    const isLate = talk.reception !== null && nowUs - talk.seen.lastUs >= this.nCrUs;
    return isLate ? [this.breakOff(talk, "N_TIMEOUT_Cr")] : [];
  }

  private interrupt(talk: Transfer): LogEvent[] {
    const events = talk.reception ? [this.breakOff(talk, "N_UNEXP_PDU")] : [];
    talk.tail = 0;
    return events;
  }

  private breakOff(talk: Transfer, problem: IsoTpProblem): LogEvent {
    talk.tail = talk.reception?.framesLeft ?? 0;
    talk.reception = null;
    return { ...talk.seen, kind: "broken", problem };
  }

  /** With an address byte, the steered transfer is the open one of the peer id: the bytes differ per direction. */
  private talkOfPeer(peer: number, frame: Frame): Transfer | undefined {
    if (this.prefixSize === 0) return this.talks.get(transferKey(frame, peer, 0));
    const prefix = `${transferKey(frame, peer, 0)}/`;
    for (const [key, talk] of this.talks) if (key.startsWith(prefix) && talk.reception) return talk;
    return undefined;
  }
}

function transferKey(frame: Frame, id: number, prefixSize: 0 | 1): string {
  const key = `${frame.channel}:${id}:${frame.flags & FLAG_EXTENDED}`;
  return prefixSize === 0 ? key : `${key}/${frame.data[0]}`;
}

function seenIn(frame: Frame): TransferFacts {
  return {
    channel: frame.channel,
    id: frame.id,
    extendedIds: (frame.flags & FLAG_EXTENDED) !== 0,
    firstUs: frame.timeUs,
    lastUs: frame.timeUs,
    frames: 1,
  };
}
