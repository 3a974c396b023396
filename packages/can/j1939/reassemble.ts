import { FLAG_ERROR, FLAG_EXTENDED, FLAG_REMOTE, type Frame } from "../frame/frame.ts";
import { GLOBAL_ADDRESS, type J1939Id, parseJ1939Id } from "./id.ts";
import { PacketCollector } from "./packet-collector.ts";
import { PGN_TP_CONNECTION, PGN_TP_DATA } from "./parameter-groups.ts";
import { type ConnectionManagement, readConnectionManagement, T2_US } from "./transport-message.ts";

export type TransportKind = "BAM" | "RTS/CTS";

export type TransportProblem = "timeout" | "wrongSequence" | "replaced" | "aborted";

interface SessionFacts {
  transport: TransportKind;
  channel: number;
  pgn: number;
  source: number;
  destination: number;
  firstUs: number;
  lastUs: number;
}

export type TransportEvent = SessionFacts &
  ({ kind: "message"; bytes: Uint8Array } | { kind: "broken"; problem: TransportProblem });

/** More than a bus can have at once; the oldest gives way. */
const MAX_SESSIONS = 1024;

interface Session {
  seen: SessionFacts;
  collector: PacketCollector;
}

/** Rebuilds multi-packet messages from a log; single frames pass by untouched. */
export class J1939Reassembler {
  private readonly sessions = new Map<string, Session>();

  add(frame: Frame): TransportEvent[] {
    if (!(frame.flags & FLAG_EXTENDED) || frame.flags & (FLAG_REMOTE | FLAG_ERROR)) return [];
    const id = parseJ1939Id(frame.id);
    if (id.pgn === PGN_TP_DATA) return this.addData(id, frame);
    const message = id.pgn === PGN_TP_CONNECTION ? readConnectionManagement(frame.data) : undefined;
    return message ? this.addConnection(id, message, frame) : [];
  }

  /** The log ends: whole messages whose acknowledgement is missing are delivered, the rest is broken. */
  finish(): TransportEvent[] {
    const events = [...this.sessions.values()].map((session) => end(session, "timeout"));
    this.sessions.clear();
    return events;
  }

  private addConnection(id: J1939Id, message: ConnectionManagement, frame: Frame): TransportEvent[] {
    const forward = sessionKey(frame.channel, id.source, id.destination);
    const backward = sessionKey(frame.channel, id.destination, id.source);
    switch (message.kind) {
      case "bam":
        return id.destination === GLOBAL_ADDRESS ? this.open(forward, "BAM", message, frame) : [];
      case "rts":
        return this.open(forward, "RTS/CTS", message, frame);
      case "cts":
        this.touch(backward, frame);
        return [];
      case "endOfMessage":
        this.touch(backward, frame);
        return this.close(backward, "wrongSequence");
      case "abort":
        // Either side may abort.
        return [...this.close(forward, "aborted"), ...this.close(backward, "aborted")];
    }
  }

  private open(key: string, transport: TransportKind, message: { pgn: number; size: number }, frame: Frame) {
    const events = this.close(key, "replaced");
    const { source, destination } = parseJ1939Id(frame.id);
    const { channel, timeUs } = frame;
    const oldest = this.sessions.size < MAX_SESSIONS ? undefined : this.sessions.keys().next().value;
    if (oldest !== undefined) this.sessions.delete(oldest);
    const seen = { transport, channel, pgn: message.pgn, source, destination, firstUs: timeUs, lastUs: timeUs };
    this.sessions.set(key, { seen, collector: new PacketCollector(message.size) });
    return events;
  }

  private addData(id: J1939Id, frame: Frame): TransportEvent[] {
    const key = sessionKey(frame.channel, id.source, id.destination);
    const session = this.sessions.get(key);
    if (!session) return [];
    if (frame.timeUs - session.seen.lastUs >= T2_US) return this.close(key, "timeout");
    const result = session.collector.add(frame.data);
    // A receiver of RTS/CTS may ask for a lost packet again; a broadcast is lost.
    if (result === "gap" && session.seen.transport === "BAM") return this.close(key, "wrongSequence");
    if (result === "taken") session.seen.lastUs = frame.timeUs;
    const isOver = session.collector.isComplete && session.seen.transport === "BAM";
    return isOver ? this.close(key, "timeout") : [];
  }

  private touch(key: string, frame: Frame): void {
    const session = this.sessions.get(key);
    if (session) session.seen.lastUs = frame.timeUs;
  }

  private close(key: string, problem: TransportProblem): TransportEvent[] {
    const session = this.sessions.get(key);
    this.sessions.delete(key);
    return session ? [end(session, problem)] : [];
  }
}

function end({ seen, collector }: Session, problem: TransportProblem): TransportEvent {
  return collector.isComplete
    ? { ...seen, kind: "message", bytes: collector.bytes() }
    : { ...seen, kind: "broken", problem };
}

/** One broadcast per source, one connection per pair (SAE J1939-21, 5.10.1.1). */
function sessionKey(channel: number, source: number, destination: number): string {
  return `${channel}:${source}:${destination}`;
}
