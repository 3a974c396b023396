import { generate, type Packet, type Parser, parser, writeToStream } from "mqtt-packet";

// It would keep a Buffer for each of the 65,536 numbers: 10 MB for a write that costs nothing.
writeToStream.cacheNumbers = false;

/** MQTT 3.1.1 has protocol level 4. */
export type ProtocolVersion = 4 | 5;

export const PACKET_CONNECT = 1;

/** Whole packets need no memory between them, so that all connections of a version share one parser. */
const parsers = new Map<ProtocolVersion, Parser>();

/** One whole packet of an open connection; undefined if the standard forbids it. */
export function parsePacket(bytes: Buffer, protocolVersion: ProtocolVersion): Packet | undefined {
  // A CONNECT would change the version of the shared parser, and a second one is forbidden anyway [MQTT-3.1.0-2].
  if (packetType(bytes) === PACKET_CONNECT) return undefined;
  const shared = parsers.get(protocolVersion) ?? parser({ protocolVersion });
  parsers.delete(protocolVersion);
  const packet = parseOne(shared, bytes);
  if (packet !== undefined) parsers.set(protocolVersion, shared);
  return packet;
}

/** The first packet of a connection; only a CONNECT will do [MQTT-3.1.0-1]. */
export function parseConnect(bytes: Buffer): Packet | undefined {
  return packetType(bytes) === PACKET_CONNECT ? parseOne(parser(), bytes) : undefined;
}

export function packetType(bytes: Buffer): number {
  return (bytes[0] ?? 0) >> 4;
}

/**
 * The protocol level of a CONNECT with the name `MQTT`, readable even where the level is none of ours
 * [MQTT-3.1.2-2].
 */
export function protocolLevel(connect: Buffer): number | undefined {
  let at = 1;
  while (at < connect.length && (connect[at] ?? 0) & 0x80) at++;
  const name = connect.subarray(at + 1, at + 7).toString("latin1");
  return name === "\0\u0004MQTT" ? connect[at + 7] : undefined;
}

function parseOne(mqttParser: Parser, bytes: Buffer): Packet | undefined {
  let result: Packet | undefined;
  let isBroken = false;
  mqttParser.removeAllListeners();
  mqttParser.on("packet", (packet) => {
    result = packet;
  });
  mqttParser.on("error", () => {
    isBroken = true;
  });
  try {
    const left = mqttParser.parse(bytes);
    return isBroken || left > 0 ? undefined : result;
  } catch {
    // It reads behind the end of some broken packets.
    return undefined;
  }
}

export function encodePacket(packet: Packet, protocolVersion: ProtocolVersion): Buffer {
  return generate(packet, { protocolVersion });
}
