import { FLAG_ERROR, FLAG_EXTENDED, FLAG_REMOTE, type Frame } from "../frame/frame.ts";
import { GLOBAL_ADDRESS, type J1939Id, j1939Id, parseJ1939Id } from "./id.ts";
import { PacketCollector } from "./packet-collector.ts";
import { PGN_TP_CONNECTION, PGN_TP_DATA } from "./parameter-groups.ts";
import {
  ABORT_BAD_SEQUENCE,
  ABORT_RESOURCES,
  ABORT_TIMEOUT,
  type ConnectionManagement,
  encodeConnectionManagement,
  readConnectionManagement,
  T1_US,
  T2_US,
} from "./transport-message.ts";

export type ReceiveProblem = "timeout" | "wrongSequence" | "replaced" | "aborted";

export type J1939ReceiverAction =
  | { kind: "send"; frame: Frame }
  | { kind: "message"; pgn: number; source: number; destination: number; bytes: Uint8Array }
  | { kind: "broken"; pgn: number; source: number; problem: ReceiveProblem };

export interface J1939ReceiverSettings {
  /** Our own address: connections to others are not ours to answer. */
  address: number;
  channel?: number;
  packetsPerCts?: number;
  maxSessions?: number;
}

interface Session {
  pgn: number;
  source: number;
  destination: number;
  collector: PacketCollector;
  deadlineUs: number;
  /** First packet after the ones cleared to send; broadcasts have none. */
  clearedUntil: number;
  packetsPerCts: number;
  retries: number;
  /** A packet is being asked for again; its followers of the old burst are not news. */
  isRecovering: boolean;
}

const MAX_RETRIES = 2;
const TRANSPORT_PRIORITY = 7;

/** Receives single frames, broadcasts and connections addressed to us, from any number of sources. */
export class J1939Receiver {
  private readonly address: number;
  private readonly channel: number;
  private readonly packetsPerCts: number;
  private readonly maxSessions: number;
  private readonly sessions = new Map<string, Session>();

  constructor(settings: J1939ReceiverSettings) {
    this.address = settings.address;
    this.channel = settings.channel ?? 0;
    this.packetsPerCts = settings.packetsPerCts ?? 16;
    this.maxSessions = settings.maxSessions ?? 64;
  }

  get deadlineUs(): number {
    return Math.min(...[...this.sessions.values()].map((session) => session.deadlineUs), Number.POSITIVE_INFINITY);
  }

  receive(frame: Frame, nowUs: number): J1939ReceiverAction[] {
    const late = this.tick(nowUs);
    if (!(frame.flags & FLAG_EXTENDED) || frame.flags & (FLAG_REMOTE | FLAG_ERROR)) return late;
    const id = parseJ1939Id(frame.id);
    if (id.destination !== this.address && id.destination !== GLOBAL_ADDRESS) return late;
    return [...late, ...this.take(id, frame, nowUs)];
  }

  tick(nowUs: number): J1939ReceiverAction[] {
    const expired = [...this.sessions.entries()].filter(([, session]) => nowUs >= session.deadlineUs);
    return expired.flatMap(([key, session]) => this.abort(key, session, "timeout", ABORT_TIMEOUT, nowUs));
  }

  private take(id: J1939Id, frame: Frame, nowUs: number): J1939ReceiverAction[] {
    if (id.pgn === PGN_TP_DATA) return this.takePacket(id, frame.data, nowUs);
    if (id.pgn === PGN_TP_CONNECTION) {
      const message = readConnectionManagement(frame.data);
      return message ? this.takeConnection(id, message, nowUs) : [];
    }
    const { pgn, source, destination } = id;
    return [{ kind: "message", pgn, source, destination, bytes: frame.data.slice() }];
  }

  private takeConnection(id: J1939Id, message: ConnectionManagement, nowUs: number): J1939ReceiverAction[] {
    const key = sessionKey(id);
    const isGlobal = id.destination === GLOBAL_ADDRESS;
    if (message.kind === "abort") return isGlobal ? [] : this.end(key, "aborted");
    if ((message.kind === "bam") !== isGlobal || (message.kind !== "bam" && message.kind !== "rts")) return [];
    const replaced = this.end(key, "replaced");
    if (this.sessions.size >= this.maxSessions) {
      return isGlobal
        ? replaced
        : [...replaced, this.connection(id.source, { ...message, kind: "abort", reason: ABORT_RESOURCES }, nowUs)];
    }
    const session: Session = {
      pgn: message.pgn,
      source: id.source,
      destination: id.destination,
      collector: new PacketCollector(message.size),
      deadlineUs: nowUs + T1_US,
      clearedUntil: 1,
      packetsPerCts: message.kind === "rts" ? Math.min(message.packetsPerCts, this.packetsPerCts) : 0,
      retries: 0,
      isRecovering: false,
    };
    this.sessions.set(key, session);
    return isGlobal ? replaced : [...replaced, this.clearToSend(session, nowUs)];
  }

  private takePacket(id: J1939Id, data: Uint8Array, nowUs: number): J1939ReceiverAction[] {
    const key = sessionKey(id);
    const session = this.sessions.get(key);
    if (!session) return [];
    const result = session.collector.add(data);
    if (result === "gap") return this.missing(key, session, nowUs);
    if (result !== "taken") return [];
    session.isRecovering = false;
    session.deadlineUs = nowUs + T1_US;
    if (session.collector.isComplete) return this.complete(key, session, nowUs);
    const isBurstOver = session.packetsPerCts > 0 && session.collector.next >= session.clearedUntil;
    return isBurstOver ? [this.clearToSend(session, nowUs)] : [];
  }

  /** A broadcast cannot be asked again; a connection can, a few times. */
  private missing(key: string, session: Session, nowUs: number): J1939ReceiverAction[] {
    if (session.destination === GLOBAL_ADDRESS) return this.end(key, "wrongSequence");
    if (session.isRecovering) return [];
    if (++session.retries > MAX_RETRIES) return this.abort(key, session, "wrongSequence", ABORT_BAD_SEQUENCE, nowUs);
    session.isRecovering = true;
    return [this.clearToSend(session, nowUs)];
  }

  private complete(key: string, session: Session, nowUs: number): J1939ReceiverAction[] {
    this.sessions.delete(key);
    const { pgn, source, destination, collector } = session;
    const { size, packets } = collector;
    const message: J1939ReceiverAction = { kind: "message", pgn, source, destination, bytes: collector.bytes() };
    if (destination === GLOBAL_ADDRESS) return [message];
    return [this.connection(source, { kind: "endOfMessage", pgn, size, packets }, nowUs), message];
  }

  private clearToSend(session: Session, nowUs: number): J1939ReceiverAction {
    const { collector, pgn, source, packetsPerCts } = session;
    const packets = Math.min(packetsPerCts, collector.packets - collector.next + 1);
    session.clearedUntil = collector.next + packets;
    session.deadlineUs = nowUs + T2_US;
    return this.connection(source, { kind: "cts", pgn, packets, next: collector.next }, nowUs);
  }

  private abort(key: string, session: Session, problem: ReceiveProblem, reason: number, nowUs: number) {
    const ended = this.end(key, problem);
    if (session.destination === GLOBAL_ADDRESS) return ended;
    return [this.connection(session.source, { kind: "abort", pgn: session.pgn, reason }, nowUs), ...ended];
  }

  private end(key: string, problem: ReceiveProblem): J1939ReceiverAction[] {
    const session = this.sessions.get(key);
    this.sessions.delete(key);
    return session ? [{ kind: "broken", pgn: session.pgn, source: session.source, problem }] : [];
  }

  private connection(destination: number, message: ConnectionManagement, timeUs: number): J1939ReceiverAction {
    const id = j1939Id({ priority: TRANSPORT_PRIORITY, pgn: PGN_TP_CONNECTION, source: this.address, destination });
    const data = encodeConnectionManagement(message);
    const flags = FLAG_EXTENDED;
    return { kind: "send", frame: { timeUs, channel: this.channel, id, flags, size: data.length, data } };
  }
}

function sessionKey({ source, destination }: J1939Id): string {
  return `${source}:${destination}`;
}
