import { decodeNegativeResponse, NEGATIVE_RESPONSE_SID } from "./negative-response.ts";
import { type DecodeProblem, POSITIVE_OFFSET, SUPPRESS_BIT } from "./service.ts";
import { serviceNameOf, UDS_SERVICES } from "./services.ts";

/** Relation of a message to a request: its answer, a broken answer, or unrelated. */
export type Match =
  | { kind: "positive" }
  | { kind: "negative"; code: number }
  | { kind: "invalid"; problem: DecodeProblem }
  | { kind: "stray" };

export function matchResponse(request: Uint8Array, response: Uint8Array): Match {
  const sid = request[0] ?? 0;
  if (response[0] === NEGATIVE_RESPONSE_SID) return matchNegative(sid, response);
  if (response[0] !== sid + POSITIVE_OFFSET) return { kind: "stray" };
  const name = serviceNameOf(sid);
  // A raw request of a service we do not know: the SID is all that can be compared.
  if (!name) return { kind: "positive" };
  const service = UDS_SERVICES[name];
  if (response.length < 1 + service.echoSize) return { kind: "invalid", problem: "tooShort" };
  for (let i = 1; i <= service.echoSize; i++) {
    const asked = i === 1 && service.hasSubFunction ? (request[i] ?? 0) & ~SUPPRESS_BIT : request[i];
    if (response[i] !== asked) return { kind: "stray" };
  }
  const decoded = service.decodeResponse(response);
  return decoded.ok ? { kind: "positive" } : { kind: "invalid", problem: decoded.problem };
}

function matchNegative(sid: number, response: Uint8Array): Match {
  if (response[1] !== undefined && response[1] !== sid) return { kind: "stray" };
  const decoded = decodeNegativeResponse(response);
  return decoded.ok ? { kind: "negative", code: decoded.value.code } : { kind: "invalid", problem: decoded.problem };
}

/** Did the request ask for no positive response? */
export function suppressesPositive(request: Uint8Array): boolean {
  const name = serviceNameOf(request[0] ?? 0);
  return name !== undefined && UDS_SERVICES[name].hasSubFunction && ((request[1] ?? 0) & SUPPRESS_BIT) !== 0;
}
