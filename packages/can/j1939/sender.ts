import { FLAG_EXTENDED, type Frame } from "../frame/frame.ts";
import { GLOBAL_ADDRESS, j1939Id, parseJ1939Id } from "./id.ts";
import { PGN_TP_CONNECTION, PGN_TP_DATA } from "./parameter-groups.ts";
import {
  ABORT_TIMEOUT,
  ABORT_TOO_MANY_RETRANSMITS,
  type ConnectionManagement,
  dataPacket,
  encodeConnectionManagement,
  MAX_TRANSPORT_SIZE,
  packetsOf,
  readConnectionManagement,
  T3_US,
  T4_US,
} from "./transport-message.ts";

export type SendProblem = "size" | "timeoutT3" | "timeoutT4" | "tooManyRetransmits" | "aborted";

export type J1939SenderAction =
  | { kind: "send"; frame: Frame }
  | { kind: "sent" }
  /** `reason` is the peer's, when it aborted. */
  | { kind: "broken"; problem: SendProblem; reason: number | null };

export interface J1939Message {
  pgn: number;
  destination: number;
  bytes: Uint8Array;
  priority?: number;
}

export interface J1939SenderSettings {
  source: number;
  channel?: number;
  /** Gap of a broadcast: 50 to 200 ms, 10 ms allowed by newer editions. */
  bamGapUs?: number;
  /** Packets accepted per clear-to-send. */
  packetsPerCts?: number;
}

const TRANSPORT_PRIORITY = 7;
const MAX_RETRANSMITS = 2;

type State = "idle" | "broadcasting" | "awaiting" | "held";

/** Sends one message at a time: a single frame, a broadcast (BAM) or a connection (RTS/CTS). */
export class J1939Sender {
  deadlineUs = Number.POSITIVE_INFINITY;
  private readonly source: number;
  private readonly channel: number;
  private readonly bamGapUs: number;
  private readonly packetsPerCts: number;
  private state: State = "idle";
  private message: J1939Message = { pgn: 0, destination: GLOBAL_ADDRESS, bytes: new Uint8Array(0) };
  private sequence = 1;
  private retransmits = 0;

  constructor(settings: J1939SenderSettings) {
    this.source = settings.source;
    this.channel = settings.channel ?? 0;
    this.bamGapUs = settings.bamGapUs ?? 50_000;
    this.packetsPerCts = settings.packetsPerCts ?? 255;
  }

  get isBusy(): boolean {
    return this.state !== "idle";
  }

  send(message: J1939Message, nowUs: number): J1939SenderAction[] {
    if (this.isBusy) throw new Error("J1939 sender is busy: wait for `sent` or `broken`");
    const { bytes, pgn, destination, priority = 6 } = message;
    if (bytes.length > MAX_TRANSPORT_SIZE) return [{ kind: "broken", problem: "size", reason: null }];
    if (bytes.length <= 8) {
      const id = j1939Id({ priority, pgn, source: this.source, destination });
      return [{ kind: "send", frame: this.frame(id, bytes.slice(), nowUs) }, { kind: "sent" }];
    }
    this.message = { ...message, bytes: bytes.slice() };
    this.sequence = 1;
    this.retransmits = 0;
    const size = bytes.length;
    const packets = packetsOf(size);
    if (destination === GLOBAL_ADDRESS) {
      this.wait("broadcasting", nowUs + this.bamGapUs);
      return [this.connection({ kind: "bam", pgn, size, packets }, nowUs)];
    }
    this.wait("awaiting", nowUs + T3_US);
    return [this.connection({ kind: "rts", pgn, size, packets, packetsPerCts: this.packetsPerCts }, nowUs)];
  }

  receive(frame: Frame, nowUs: number): J1939SenderAction[] {
    const late = this.tick(nowUs);
    if (this.state !== "awaiting" && this.state !== "held") return late;
    const id = parseJ1939Id(frame.id);
    const isOurs =
      frame.flags & FLAG_EXTENDED &&
      id.pgn === PGN_TP_CONNECTION &&
      id.source === this.message.destination &&
      id.destination === this.source;
    const answer = isOurs ? readConnectionManagement(frame.data) : undefined;
    return answer?.pgn === this.message.pgn ? [...late, ...this.answered(answer, nowUs)] : late;
  }

  tick(nowUs: number): J1939SenderAction[] {
    if (nowUs < this.deadlineUs) return [];
    if (this.state === "broadcasting") return this.broadcastNext(nowUs);
    return this.abort(this.state === "held" ? "timeoutT4" : "timeoutT3", ABORT_TIMEOUT, nowUs);
  }

  private answered(answer: ConnectionManagement, nowUs: number): J1939SenderAction[] {
    switch (answer.kind) {
      case "cts":
        return this.cleared(answer.packets, answer.next, nowUs);
      case "endOfMessage":
        this.reset();
        return [{ kind: "sent" }];
      case "abort":
        return this.fail("aborted", answer.reason);
      default:
        return [];
    }
  }

  private cleared(packets: number, next: number, nowUs: number): J1939SenderAction[] {
    if (packets === 0) {
      this.wait("held", nowUs + T4_US);
      return [];
    }
    const total = packetsOf(this.message.bytes.length);
    if (next === 0 || next > total) return [];
    // The receiver wants something again: it may, a few times.
    if (next < this.sequence && ++this.retransmits > MAX_RETRANSMITS) {
      return this.abort("tooManyRetransmits", ABORT_TOO_MANY_RETRANSMITS, nowUs);
    }
    const end = Math.min(next + packets, total + 1);
    const actions: J1939SenderAction[] = [];
    for (let sequence = next; sequence < end; sequence++) actions.push(this.packet(sequence, nowUs));
    this.sequence = end;
    this.wait("awaiting", nowUs + T3_US);
    return actions;
  }

  private broadcastNext(nowUs: number): J1939SenderAction[] {
    const packet = this.packet(this.sequence++, nowUs);
    this.deadlineUs = nowUs + this.bamGapUs;
    if (this.sequence <= packetsOf(this.message.bytes.length)) return [packet];
    this.reset();
    return [packet, { kind: "sent" }];
  }

  private abort(problem: SendProblem, reason: number, nowUs: number): J1939SenderAction[] {
    const abort = this.connection({ kind: "abort", pgn: this.message.pgn, reason }, nowUs);
    return [abort, ...this.fail(problem, null)];
  }

  private fail(problem: SendProblem, reason: number | null): J1939SenderAction[] {
    this.reset();
    return [{ kind: "broken", problem, reason }];
  }

  private packet(sequence: number, nowUs: number): J1939SenderAction {
    return this.transport(PGN_TP_DATA, dataPacket(this.message.bytes, sequence), nowUs);
  }

  private connection(message: ConnectionManagement, nowUs: number): J1939SenderAction {
    return this.transport(PGN_TP_CONNECTION, encodeConnectionManagement(message), nowUs);
  }

  private transport(pgn: number, data: Uint8Array, nowUs: number): J1939SenderAction {
    const { destination } = this.message;
    const id = j1939Id({ priority: TRANSPORT_PRIORITY, pgn, source: this.source, destination });
    return { kind: "send", frame: this.frame(id, data, nowUs) };
  }

  private frame(id: number, data: Uint8Array, timeUs: number): Frame {
    return { timeUs, channel: this.channel, id, flags: FLAG_EXTENDED, size: data.length, data };
  }

  private wait(state: State, deadlineUs: number): void {
    this.state = state;
    this.deadlineUs = deadlineUs;
  }

  private reset(): void {
    this.wait("idle", Number.POSITIVE_INFINITY);
  }
}
