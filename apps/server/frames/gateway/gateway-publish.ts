import type { IPublishPacket } from "mqtt-packet";
import { isOfValues } from "../../platform/postgres/content-error.ts";
import type { DeviceMessage } from "../dialects/device-message.ts";
import type { Reading } from "../dialects/dialect.ts";
import { type Delivered, takeBatch } from "./gateway-batch.ts";
import type { OpenConnection } from "./gateway-parts.ts";
import { REASON, type Reason } from "./mqtt-reasons.ts";
import { hasWildcard, isWellFormed } from "./mqtt-topic.ts";

/** PUBLISH of a terminal: checked, read by its dialect, handed on, and acknowledged when that is done. */
export function handlePublish(connection: OpenConnection, packet: IPublishPacket): void {
  const { qos, messageId = 0, topic } = packet;
  // The same message again while the first waits: one PUBACK will answer both.
  if (qos === 1 && packet.dup && connection.unacknowledged.has(messageId)) return;
  const problem = publishProblem(packet) ?? (qos === 1 ? identifierProblem(connection, messageId) : undefined);
  if (problem !== undefined) {
    connection.refuse(problem);
    return;
  }
  if (qos === 1) connection.unacknowledged.add(messageId);
  if (!connection.open.session.mayPublish(topic)) {
    refuseTopic(connection, packet);
    return;
  }
  const payload = Buffer.isBuffer(packet.payload) ? packet.payload : Buffer.from(packet.payload);
  const waitMs = connection.parts.links.takeTurn(connection.open.device.tenantId);
  const delivered =
    waitMs === 0
      ? deliver(connection, topic, payload)
      : connection.hold(waitMs).then(() => deliver(connection, topic, payload));
  delivered.then(
    (reason) => {
      if (reason === "unsaid") connection.close(REASON.quotaExceeded, "overload");
      else if (qos === 1) connection.acknowledge(messageId, reason);
    },
    (error: unknown) => {
      if (isOfValues(error)) refuseValues(connection, packet, error);
      else giveUp(connection, topic, error);
    },
  );
}

/** Read, but the database takes no such values: sent again it would be as bad, and would end each new connection. */
function refuseValues(connection: OpenConnection, { qos, messageId = 0, topic }: IPublishPacket, error: unknown): void {
  const { deviceId } = connection.open.device;
  connection.parts.log.warn({ err: error, deviceId, topic }, "the values of a message cannot be stored");
  const reason = answerBad(connection, topic, { kind: "bad", code: "badMessage" });
  if (qos === 1) connection.acknowledge(messageId, reason);
}

/** Not stored and not refused: the terminal keeps it and comes again. */
function giveUp(connection: OpenConnection, topic: string, error: unknown): void {
  const { deviceId } = connection.open.device;
  connection.parts.log.warn({ err: error, deviceId, topic }, "a message could not be kept");
  connection.close(REASON.serverUnavailable, "overload");
}

function publishProblem({ qos, retain, topic, properties }: IPublishPacket): Reason | undefined {
  if (qos === 2) return REASON.qosNotSupported;
  if (retain) return REASON.retainNotSupported;
  if (properties?.topicAlias !== undefined) return REASON.topicAliasInvalid;
  if (!isWellFormed(topic)) return REASON.malformedPacket;
  // [MQTT-3.3.2-2, MQTT-4.7.3-1]
  return topic === "" || hasWildcard(topic) ? REASON.topicNameInvalid : undefined;
}

function identifierProblem({ unacknowledged, open, parts }: OpenConnection, messageId: number): Reason | undefined {
  if (messageId === 0) return REASON.malformedPacket;
  if (unacknowledged.has(messageId)) return REASON.protocolError;
  // [MQTT-3.3.4-7 of v5]
  const isOver = open.version === 5 && unacknowledged.size >= parts.limits.receiveMaximum;
  return isOver ? REASON.receiveMaximumExceeded : undefined;
}

function refuseTopic(connection: OpenConnection, { qos, messageId = 0 }: IPublishPacket): void {
  connection.parts.counters.foreignTopics++;
  if (qos === 1 && connection.open.version === 5) connection.acknowledge(messageId, REASON.notAuthorized);
  else connection.refuse(REASON.notAuthorized);
}

async function deliver(connection: OpenConnection, topic: string, payload: Buffer): Promise<Delivered> {
  const { parts, open } = connection;
  const receivedAtMs = parts.now();
  const reading = open.session.read(topic, payload, receivedAtMs);
  switch (reading.kind) {
    case "batch":
      return takeBatch(connection, reading.batch, receivedAtMs);
    case "bad":
      return answerBad(connection, topic, reading);
    case "reply":
      parts.requests.answer(connection, reading.reply, reading.isPlain);
      return REASON.success;
    case "timeAsked":
      connection.publish(open.session.writeTime(parts.requests.nextId(), parts.now()));
      await receiveAll(connection, reading, payload.length, receivedAtMs);
      return REASON.success;
    case "messages":
      await receiveAll(connection, reading, payload.length, receivedAtMs);
      return REASON.success;
    default:
      return REASON.success;
  }
}

type WithMessages = Extract<Reading, { kind: "messages" | "timeAsked" }>;

/** Objects of a message on its way to the store, beside its content (with one position 2.7 KB measured). */
const MESSAGE_BYTES = 2304;
/** Of its content for each byte of its JSON. */
const JSON_SHARE = 3;
/** Kinds that wait for the frame store, however long it is away: they count in its budget as batches do. */
const FOR_FRAME_STORE: ReadonlySet<DeviceMessage["kind"]> = new Set(["gps", "points"]);

async function receiveAll(
  { parts, open }: OpenConnection,
  { messages }: WithMessages,
  payloadBytes: number,
  atMs: number,
): Promise<void> {
  parts.counters.messages += messages.length;
  const isForStore = messages.some(({ kind }) => FOR_FRAME_STORE.has(kind));
  const bytes = isForStore ? MESSAGE_BYTES + JSON_SHARE * payloadBytes : 0;
  const budget = parts.budgetOf(open.device.bindingNumber);
  budget.add(bytes);
  try {
    await Promise.all(messages.map((message) => parts.receive(open.device, message, atMs)));
  } finally {
    budget.release(bytes);
  }
}

/** Acknowledged all the same: sent again it would be as bad. */
function answerBad(connection: OpenConnection, topic: string, bad: Extract<Reading, { kind: "bad" }>): Reason {
  const { kind, ...problem } = bad;
  connection.parts.counters.badMessages++;
  connection.notify("error", { topic, ...problem });
  return REASON.payloadFormatInvalid;
}

/** The terminal is gone without a goodbye: its last will is read like a message of its own. */
export function deliverWill(connection: OpenConnection): void {
  const { will } = connection.open;
  if (will === undefined) return;
  deliver(connection, will.topic, will.payload).catch((error: unknown) => {
    connection.parts.log.warn({ err: error, deviceId: connection.open.device.deviceId }, "a will could not be kept");
  });
}
