import type { IConnectPacket, Packet } from "mqtt-packet";
import type { Claim, Dialect } from "../dialects/dialect.ts";
import type { AcceptedConnect, GatewayParts, Will } from "./gateway-parts.ts";
import { type ProtocolVersion, parseConnect, protocolLevel } from "./mqtt-parse.ts";
import { REASON, type Reason } from "./mqtt-reasons.ts";
import { isWellFormed } from "./mqtt-topic.ts";

export type ConnectOutcome =
  | AcceptedConnect
  | { readonly kind: "refused"; readonly version: ProtocolVersion; readonly reason: Reason }
  /** Not even a CONNECT: nothing is answered. */
  | { readonly kind: "garbage" };

/** Reads the CONNECT packet and authenticates the terminal. */
export async function checkConnect(bytes: Buffer, parts: GatewayParts, address: string): Promise<ConnectOutcome> {
  const packet = parseConnect(bytes);
  const level = protocolLevel(bytes);
  if (level !== undefined && level !== 4 && level !== 5) {
    return { kind: "refused", version: 4, reason: REASON.unsupportedProtocolVersion };
  }
  if (level === undefined || !isConnect(packet)) return { kind: "garbage" };
  const version = level;
  const refused = (reason: Reason) => ({ kind: "refused", version, reason }) as const;
  const problem = packetProblem(packet);
  if (problem !== undefined) return refused(problem);

  const claimed = readClaim(packet, parts);
  if ("reason" in claimed) return refused(claimed.reason);
  const device = await authenticate(claimed.claim, parts);
  if (device === "unknown") return refused(REASON.serverUnavailable);
  if (device === undefined) {
    parts.rate.failed(address, parts.now());
    return refused(REASON.badUserNameOrPassword);
  }
  await parts.links.learn(device.tenantId);
  await parts.links.makeRoom(device.tenantId, device.deviceId);
  const session = claimed.dialect.open(device, claimed.claim);
  const will = willOf(packet);
  if (will !== undefined && !session.mayPublish(will.topic)) return refused(REASON.notAuthorized);
  const keepAliveS = keepAliveOf(packet, version, parts.limits.keepAliveS);
  const maxPacketBytes = packet.properties?.maximumPacketSize ?? Number.POSITIVE_INFINITY;
  return { kind: "accepted", version, device, dialect: claimed.dialect, session, keepAliveS, maxPacketBytes, will };
}

function isConnect(packet: Packet | undefined): packet is IConnectPacket {
  return packet?.cmd === "connect";
}

function packetProblem({ will, properties }: IConnectPacket): Reason | undefined {
  if (properties?.authenticationMethod !== undefined) return REASON.badAuthenticationMethod;
  // [v5 3.1.2.11.3, 3.1.2.11.4] zero is a protocol error.
  if (properties?.receiveMaximum === 0 || properties?.maximumPacketSize === 0) return REASON.protocolError;
  if (will === undefined) return undefined;
  if ((will.qos ?? 0) > 1) return REASON.qosNotSupported;
  if (will.retain) return REASON.retainNotSupported;
  return isWellFormed(will.topic) ? undefined : REASON.topicNameInvalid;
}

function readClaim(
  packet: IConnectPacket,
  parts: GatewayParts,
): { claim: Claim; dialect: Dialect } | { reason: Reason } {
  const { clientId, username = "", password } = packet;
  const credentials = { clientId, userName: username, password: password?.toString("utf8") ?? "" };
  for (const dialect of parts.dialects) {
    const reading = dialect.readClaim(credentials, parts.now());
    if (reading.kind === "claim") return { claim: reading.claim, dialect };
    if (reading.kind === "foreign") continue;
    return { reason: reading.problem === "clientId" ? REASON.clientIdNotValid : REASON.badUserNameOrPassword };
  }
  return { reason: REASON.clientIdNotValid };
}

async function authenticate({ deviceId, key }: Claim, parts: GatewayParts) {
  try {
    return await parts.authenticate(deviceId, key);
  } catch (error) {
    parts.log.warn({ err: error, deviceId }, "a terminal could not be authenticated");
    return "unknown";
  }
}

function willOf({ will }: IConnectPacket): Will | undefined {
  return will && { topic: will.topic, payload: Buffer.from(will.payload) };
}

/**
 * MQTT 5 takes the server's keep-alive [MQTT-3.1.2-21 of v5]; 3.1.1 cannot be told, so that a terminal that asks for
 * none gets ours, which the standard allows (3.1.2.10), and one that asks for more keeps it.
 */
function keepAliveOf({ keepalive = 0 }: IConnectPacket, version: ProtocolVersion, maximum: number): number {
  if (keepalive === 0) return maximum;
  return version === 5 ? Math.min(keepalive, maximum) : keepalive;
}
