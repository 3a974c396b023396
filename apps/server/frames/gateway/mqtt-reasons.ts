/** Reason codes of MQTT 5 (2.4) that the gateway gives. */
export const REASON = {
  success: 0x00,
  disconnectWithWill: 0x04,
  malformedPacket: 0x81,
  protocolError: 0x82,
  unsupportedProtocolVersion: 0x84,
  clientIdNotValid: 0x85,
  badUserNameOrPassword: 0x86,
  notAuthorized: 0x87,
  serverUnavailable: 0x88,
  serverBusy: 0x89,
  serverShuttingDown: 0x8b,
  badAuthenticationMethod: 0x8c,
  keepAliveTimeout: 0x8d,
  sessionTakenOver: 0x8e,
  topicNameInvalid: 0x90,
  receiveMaximumExceeded: 0x93,
  topicAliasInvalid: 0x94,
  packetTooLarge: 0x95,
  quotaExceeded: 0x97,
  administrativeAction: 0x98,
  payloadFormatInvalid: 0x99,
  retainNotSupported: 0x9a,
  qosNotSupported: 0x9b,
  sharedSubscriptionsNotSupported: 0x9e,
  subscriptionIdsNotSupported: 0xa1,
  wildcardSubscriptionsNotSupported: 0xa2,
} as const;
export type Reason = (typeof REASON)[keyof typeof REASON];

/** CONNACK return codes of MQTT 3.1.1 (3.2.2.3): five, for the finer reasons of MQTT 5. */
export function connackReturnCode(reason: Reason): number {
  switch (reason) {
    case REASON.success:
      return 0;
    case REASON.unsupportedProtocolVersion:
      return 1;
    case REASON.clientIdNotValid:
      return 2;
    case REASON.serverUnavailable:
    case REASON.serverBusy:
    case REASON.serverShuttingDown:
    case REASON.quotaExceeded:
      return 3;
    case REASON.badUserNameOrPassword:
      return 4;
    default:
      return 5;
  }
}

/** SUBACK of MQTT 3.1.1 knows one refusal [MQTT-3.9.3-2]. */
export const SUBACK_FAILURE = 0x80;
