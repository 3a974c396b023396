import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Packet } from "mqtt-packet";
import type { Outgoing } from "../dialects/dialect.ts";
import { acceptedConnack, refusedConnack } from "./gateway-connack.ts";
import { checkConnect } from "./gateway-connect.ts";
import { LookAhead } from "./gateway-look-ahead.ts";
import { handlePacket } from "./gateway-packets.ts";
import type { AcceptedConnect, GatewayParts, OpenConnection } from "./gateway-parts.ts";
import { deliverWill } from "./gateway-publish.ts";
import type { InFlightBudget } from "./in-flight-budget.ts";
import { PacketFeed } from "./mqtt-feed.ts";
import { encodePacket, PACKET_CONNECT, type ProtocolVersion, parsePacket } from "./mqtt-parse.ts";
import { REASON, type Reason } from "./mqtt-reasons.ts";
import type { OfflineReason } from "./presence.ts";

/** Idle time before a TCP keep-alive probe. */
const TCP_KEEP_ALIVE_MS = 60_000;
/** [MQTT-3.1.2-24] */
const KEEP_ALIVE_FACTOR = 1.5;
/** A peer that does not read its goodbye is not waited for. */
const GOODBYE_MS = 1000;

const BROKEN_FEED = { tooLarge: REASON.packetTooLarge, length: REASON.malformedPacket } as const;

/** One network connection: bytes to packets, the order of packets, back-pressure, keep-alive and its end. */
export class GatewayConnection implements OpenConnection {
  readonly parts: GatewayParts;
  readonly address: string;
  readonly subscriptions = new Set<string>();
  /** Identifiers of QoS 1 messages whose PUBACK waits for the store. */
  readonly unacknowledged = new Set<number>();
  private readonly socket: Socket;
  private readonly feed: PacketFeed;
  private readonly ahead: LookAhead;
  /** PINGREQs that were answered before their turn. */
  private answeredPings = 0;
  private state: "waiting" | "checking" | "open" | "closed" = "waiting";
  private accepted: AcceptedConnect | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isPaused = false;
  private isQueued = false;
  private isGathering = false;
  private isHeld = false;

  /** `address`: where it came from, also through a balancer. */
  constructor(socket: Socket, address: string, parts: GatewayParts) {
    this.socket = socket;
    this.parts = parts;
    this.address = address;
    this.feed = new PacketFeed(parts.limits.connectBytes);
    this.ahead = new LookAhead(parts.limits.lookAheadBytes, parts.lookAhead);
    this.timer = setTimeout(() => this.end("protocol"), parts.limits.connectMs);
    socket.setNoDelay(true).setKeepAlive(true, TCP_KEEP_ALIVE_MS);
    socket.on("data", (chunk: Buffer) => {
      if (this.state === "closed") return;
      this.feed.push(chunk);
      this.heard();
      if (this.isPaused && this.isOpen) this.lookAhead();
      else this.work();
    });
    // Its close follows.
    socket.on("error", () => undefined);
    socket.on("close", () => this.end("lost"));
  }

  /** The result of CONNECT; only open connections handle packets. */
  get open(): AcceptedConnect {
    if (this.accepted === undefined) throw new Error("the connection is not open");
    return this.accepted;
  }

  get isOpen(): boolean {
    return this.state === "open";
  }

  private get version(): ProtocolVersion {
    return this.accepted?.version ?? 4;
  }

  private work(): void {
    // [MQTT-3.1.0-1] a first packet other than CONNECT need not be complete to be refused.
    if (this.state === "waiting" && this.feed.nextType !== PACKET_CONNECT) this.refuse(REASON.protocolError);
    while (this.mayRead()) {
      const fed = this.feed.next();
      if (fed.kind === "incomplete") return;
      if (fed.kind === "broken") this.refuse(BROKEN_FEED[fed.problem]);
      else if (this.state === "waiting") this.connect(fed.bytes);
      else this.take(fed.bytes);
    }
    this.pause();
  }

  private take(bytes: Buffer): void {
    const packet = parsePacket(bytes, this.version);
    if (packet === undefined) this.refuse(REASON.malformedPacket);
    else handlePacket(this, packet);
  }

  private mayRead(): boolean {
    if (this.state === "waiting") return true;
    if (this.state !== "open") return false;
    // MQTT 5 knows the receive maximum and is refused beyond it; messages of 3.1.1 wait until a PUBACK makes room.
    const isAtMaximum = this.version === 4 && this.unacknowledged.size >= this.parts.limits.receiveMaximum;
    return !isAtMaximum && !this.isHeld && !this.budget.isFull;
  }

  private get budget(): InFlightBudget {
    return this.parts.budgetOf(this.open.device.bindingNumber);
  }

  private connect(bytes: Buffer): void {
    this.state = "checking";
    // The same time again for authentication.
    this.timer?.refresh();
    checkConnect(bytes, this.parts, this.address)
      .then((outcome) => {
        if (this.state !== "checking") return;
        if (outcome.kind === "accepted") this.accept(outcome);
        else if (outcome.kind === "refused") this.refuseConnect(outcome.version, outcome.reason);
        else this.refuse(REASON.malformedPacket);
      })
      .catch((error: unknown) => {
        this.parts.log.error({ err: error }, "a CONNECT could not be handled");
        this.end("protocol");
      });
  }

  private accept(accepted: AcceptedConnect): void {
    const { online, counters, limits, links, onPresence, now } = this.parts;
    const { device, dialect } = accepted;
    online.get(device.deviceId)?.close(REASON.sessionTakenOver, "takenOver");
    if (!links.mayConnect(device.tenantId)) {
      this.refuseConnect(accepted.version, REASON.quotaExceeded);
      return;
    }
    links.connected(device.tenantId);
    this.accepted = accepted;
    this.state = "open";
    this.feed.maxBytes = limits.packetBytes;
    online.set(device.deviceId, this);
    counters.accepted++;
    this.send(acceptedConnack(accepted, limits));
    onPresence({ device, online: true, reason: "connected", dialect: dialect.name, atMs: now() });
    this.resume();
  }

  private refuseConnect(version: ProtocolVersion, reason: Reason): void {
    this.parts.counters.refused++;
    this.socket.write(encodePacket(refusedConnack(version, reason), version));
    this.end("protocol");
  }

  /** The terminal broke the protocol: MQTT 5 is told why, 3.1.1 has no word for it. */
  refuse(reason: Reason): void {
    this.parts.counters.broken++;
    this.close(reason, "protocol");
  }

  close(reason: Reason, offline: OfflineReason): void {
    if (this.isOpen && this.version === 5)
      this.socket.write(encodePacket({ cmd: "disconnect", reasonCode: reason }, 5));
    this.end(offline);
  }

  /** Once; whatever ends the connection comes through here. */
  end(reason: OfflineReason): void {
    if (this.state === "closed") return;
    const wasOpen = this.isOpen;
    this.state = "closed";
    clearTimeout(this.timer);
    this.ahead.release();
    this.socket.destroySoon();
    setTimeout(() => this.socket.destroy(), GOODBYE_MS).unref();
    if (wasOpen) this.leave(reason);
  }

  private leave(reason: OfflineReason): void {
    const { online, requests, links, onPresence, now } = this.parts;
    const { device, dialect } = this.open;
    links.disconnected(device.tenantId);
    requests.drop(this);
    if (online.get(device.deviceId) === this) online.delete(device.deviceId);
    if (reason !== "disconnected" && reason !== "takenOver") deliverWill(this);
    onPresence({ device, online: false, reason, dialect: dialect.name, atMs: now() });
  }

  private heard(): void {
    if (this.state !== "open" || this.isPaused) return;
    this.timer?.refresh();
  }

  private armKeepAlive(): void {
    clearTimeout(this.timer);
    const waitMs = this.open.keepAliveS * 1000 * KEEP_ALIVE_FACTOR;
    this.timer = setTimeout(() => this.close(REASON.keepAliveTimeout, "keepAlive"), waitMs);
  }

  /** Messages wait. Packets beyond the look-ahead are not read: the keep-alive waits too. */
  private pause(): void {
    if (this.state === "closed") return;
    this.isPaused = true;
    if (this.state !== "open") {
      this.socket.pause();
      return;
    }
    clearTimeout(this.timer);
    this.lookAhead();
    const { budget } = this;
    if (!budget.isFull || this.isQueued) return;
    this.isQueued = true;
    budget.whenFree(() => {
      this.isQueued = false;
      this.resume();
    });
  }

  /** Reads on while messages wait, as far as its bounds go, and answers the PINGREQs among them. */
  private lookAhead(): void {
    for (let pings = this.feed.countPings(); pings > 0 && this.isOpen; pings--) {
      this.answeredPings++;
      this.send({ cmd: "pingresp" });
    }
    if (!this.isOpen) return;
    if (this.ahead.hold(this.feed.size)) this.socket.resume();
    else this.socket.pause();
  }

  answerPing(): void {
    if (this.answeredPings > 0) this.answeredPings--;
    else this.send({ cmd: "pingresp" });
  }

  private resume(): void {
    if (!this.isPaused || !this.isOpen) return;
    this.isPaused = false;
    this.ahead.release();
    this.armKeepAlive();
    this.work();
    if (!this.isPaused) this.socket.resume();
  }

  async hold(ms: number): Promise<void> {
    this.isHeld = true;
    await sleep(ms, undefined, { ref: false });
    this.isHeld = false;
    this.resume();
  }

  acknowledge(messageId: number, reasonCode: Reason): void {
    this.unacknowledged.delete(messageId);
    if (!this.isOpen) return;
    this.send(this.version === 5 ? { cmd: "puback", messageId, reasonCode } : { cmd: "puback", messageId });
    this.resume();
  }

  /** Whether it went out: the terminal listens to the topic and takes packets of this size. */
  publish({ topic, payload }: Outgoing): boolean {
    if (!this.isOpen || !this.subscriptions.has(topic)) return false;
    // Requests have their own answer and deadline, so that a delivery of MQTT adds nothing: QoS 0.
    const packet = { cmd: "publish", qos: 0, dup: false, retain: false, topic, payload: Buffer.from(payload) } as const;
    const bytes = encodePacket(packet, this.version);
    if (bytes.length > this.open.maxPacketBytes) return false;
    this.write(bytes);
    return this.isOpen;
  }

  /** Says something that needs no answer. */
  notify(method: string, params: Record<string, unknown>): boolean {
    const message = { id: this.parts.requests.nextId(), method, params, deadlineMs: undefined };
    const outgoing = this.isOpen ? this.open.session.write(message) : undefined;
    return outgoing !== undefined && this.publish(outgoing);
  }

  send(packet: Packet): void {
    this.write(encodePacket(packet, this.version));
  }

  /** A stored group acknowledges many messages at once: packets of one turn leave in one write. */
  private write(bytes: Buffer): void {
    if (!this.isGathering) {
      this.isGathering = true;
      this.socket.cork();
      process.nextTick(() => {
        this.isGathering = false;
        this.socket.uncork();
      });
    }
    this.socket.write(bytes);
    if (this.socket.writableLength > this.parts.limits.unsentBytes) this.end("overload");
  }
}
