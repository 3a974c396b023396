import type { IConnackPacket } from "mqtt-packet";
import type { GatewayLimits } from "./gateway-limits.ts";
import type { AcceptedConnect } from "./gateway-parts.ts";
import type { ProtocolVersion } from "./mqtt-parse.ts";
import { connackReturnCode, REASON, type Reason } from "./mqtt-reasons.ts";

export function refusedConnack(version: ProtocolVersion, reason: Reason): IConnackPacket {
  const code = version === 5 ? { reasonCode: reason } : { returnCode: connackReturnCode(reason) };
  return { cmd: "connack", sessionPresent: false, ...code };
}

/** MQTT 5: announces unsupported features, so that a client library need not find out. */
export function acceptedConnack({ version, keepAliveS }: AcceptedConnect, limits: GatewayLimits): IConnackPacket {
  if (version === 4) return { cmd: "connack", sessionPresent: false, returnCode: 0 };
  const properties = {
    // Sessions end with their connection: the terminal sends unacknowledged batches again.
    sessionExpiryInterval: 0,
    receiveMaximum: limits.receiveMaximum,
    maximumQoS: 1,
    retainAvailable: false,
    maximumPacketSize: limits.packetBytes,
    topicAliasMaximum: 0,
    wildcardSubscriptionAvailable: false,
    subscriptionIdentifiersAvailable: false,
    sharedSubscriptionAvailable: false,
    serverKeepAlive: keepAliveS,
  };
  return { cmd: "connack", sessionPresent: false, reasonCode: REASON.success, properties };
}
