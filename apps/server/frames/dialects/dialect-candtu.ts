import { decodeCandtuFields, encodeCandtuFields } from "@canopy/contract/device-link/candtu-packet";
import {
  type CandtuAddress,
  candtuDownTopic,
  candtuDownTopics,
  readCandtuUpTopic,
} from "@canopy/contract/device-link/candtu-topics";
import { CandtuIdentities } from "./candtu-identity.ts";
import { openCandtuToken } from "./candtu-token.ts";
import type { GatewayDevice } from "./device-message.ts";
import type { Claim, ClaimReading, Credentials, Dialect, DialectSession } from "./dialect.ts";
import { candtuCommand } from "./dialect-candtu-commands.ts";
import { readCandtuRaw } from "./dialect-candtu-raw.ts";
import { readCandtuText } from "./dialect-candtu-read.ts";

/** `type:id`, as the terminals build it. */
const CLIENT_ID = /^([\w.-]{1,64}):(.{1,64})$/;

/** The terminals in the field: docs/device-protocol.md, chapter 3. */
export function candtuDialect(secret: string): Dialect {
  const identities = new CandtuIdentities();
  return {
    name: "candtu",
    readClaim: (credentials, nowMs) => readClaim(credentials, secret, nowMs),
    open: (device, claim) => open(device, claim, identities),
  };
}

function readClaim({ clientId, password }: Credentials, secret: string, nowMs: number): ClaimReading {
  const [, type, deviceId] = CLIENT_ID.exec(clientId) ?? [];
  if (type === undefined || deviceId === undefined) return { kind: "foreign" };
  const token = openCandtuToken(secret, password, nowMs);
  if (token === undefined) return { kind: "refused", problem: "credentials" };
  if (token.deviceId !== deviceId || token.type !== type) return { kind: "refused", problem: "clientId" };
  return { kind: "claim", claim: { deviceId, key: token.key, type } };
}

function open(device: GatewayDevice, { type = "" }: Claim, identities: CandtuIdentities): DialectSession {
  const address: CandtuAddress = { owner: device.tenantId, type, deviceId: device.deviceId };
  const down = new Set(candtuDownTopics(address));
  const topic = candtuDownTopic(address);
  return {
    knowsRefusals: false,
    mayPublish: (name) => readCandtuUpTopic(address, name) !== undefined,
    maySubscribe: (name) => down.has(name),
    read(name, payload, nowMs) {
      const up = readCandtuUpTopic(address, name);
      if (up === undefined) return { kind: "nothing" };
      if (up.kind === "raw") {
        return readCandtuRaw(payload, () => identities.identify(device.bindingNumber, payload, nowMs));
      }
      const fields = decodeCandtuFields(payload);
      return fields === undefined ? { kind: "bad", code: "badMessage" } : readCandtuText(up, fields, nowMs);
    },
    write(message) {
      const fields = candtuCommand(message);
      return fields && { topic, payload: encodeCandtuFields(fields) };
    },
    writeTime(_, nowMs) {
      const time = String(Math.floor(nowMs / 1000));
      return { topic, payload: encodeCandtuFields({ mtype: "1", function: "GetServerTime", time }) };
    },
  };
}
