import type { ISubscribePacket, IUnsubscribePacket, Packet } from "mqtt-packet";
import type { OpenConnection } from "./gateway-parts.ts";
import { handlePublish } from "./gateway-publish.ts";
import { REASON, type Reason, SUBACK_FAILURE } from "./mqtt-reasons.ts";
import { hasWildcard, isShared, isWellFormed } from "./mqtt-topic.ts";

/** A terminal has fewer topics than this; more filters are refused. */
const MAX_FILTERS = 16;

/** Packets allowed after CONNECT; any other breaks the protocol. */
export function handlePacket(connection: OpenConnection, packet: Packet): void {
  switch (packet.cmd) {
    case "publish":
      handlePublish(connection, packet);
      return;
    case "subscribe":
      subscribe(connection, packet);
      return;
    case "unsubscribe":
      unsubscribe(connection, packet);
      return;
    case "pingreq":
      connection.answerPing();
      return;
    case "disconnect":
      // [MQTT-3.14.4-3] without this code the will is thrown away.
      connection.end(packet.reasonCode === REASON.disconnectWithWill ? "lost" : "disconnected");
      return;
    default:
      connection.refuse(REASON.protocolError);
      return;
  }
}

function subscribe(connection: OpenConnection, packet: ISubscribePacket): void {
  const { messageId, subscriptions, properties } = packet;
  const { version, session } = connection.open;
  if (!messageId || subscriptions.length === 0) {
    connection.refuse(REASON.malformedPacket);
    return;
  }
  if (properties?.subscriptionIdentifier !== undefined) {
    connection.refuse(REASON.subscriptionIdsNotSupported);
    return;
  }
  const topics = subscriptions.map(({ topic }) => topic);
  if (!topics.every(isWellFormed) || topics.includes("")) {
    connection.refuse(REASON.malformedPacket);
    return;
  }
  const granted = topics.map((topic, at) => {
    const reason = at < MAX_FILTERS ? filterProblem(topic, session.maySubscribe) : REASON.notAuthorized;
    if (reason === undefined) {
      connection.subscriptions.add(topic);
      return 0;
    }
    connection.parts.counters.foreignTopics++;
    return version === 5 ? reason : SUBACK_FAILURE;
  });
  connection.send({ cmd: "suback", messageId, granted });
}

function filterProblem(filter: string, maySubscribe: (topic: string) => boolean): Reason | undefined {
  if (isShared(filter)) return REASON.sharedSubscriptionsNotSupported;
  if (hasWildcard(filter)) return REASON.wildcardSubscriptionsNotSupported;
  return maySubscribe(filter) ? undefined : REASON.notAuthorized;
}

/** [v5 3.11.3] */
const NO_SUBSCRIPTION_EXISTED = 0x11;

function unsubscribe(connection: OpenConnection, { messageId, unsubscriptions }: IUnsubscribePacket): void {
  if (!messageId || unsubscriptions.length === 0) {
    connection.refuse(REASON.malformedPacket);
    return;
  }
  const granted = unsubscriptions.map((topic) =>
    connection.subscriptions.delete(topic) ? 0 : NO_SUBSCRIPTION_EXISTED,
  );
  connection.send({ cmd: "unsuback", messageId, granted });
}
