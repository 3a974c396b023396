import { methods } from "@canopy/contract/device-link/methods";
import type { Gateway } from "./gateway.ts";
import type { RequestOutcome } from "./gateway-requests.ts";

export type ClockReading =
  /** How far the terminal's clock was ahead of ours when it was asked, to about half the round trip. */
  | { readonly kind: "clock"; readonly offsetMs: number; readonly roundTripMs: number }
  | Exclude<RequestOutcome, { kind: "done" }>;

const TIMEOUT_MS = 10_000;

/** Tells a terminal the time and learns its own. */
export async function syncTime(gateway: Gateway, deviceId: string, now: () => number): Promise<ClockReading> {
  const sentMs = now();
  const request = { method: "time.sync", params: { server_time: sentMs }, timeoutMs: TIMEOUT_MS };
  const outcome = await gateway.request(deviceId, request);
  if (outcome.kind !== "done") return outcome;
  const answeredMs = now();
  const { data } = methods["time.sync"].result.safeParse(outcome.result);
  if (data === undefined) return { kind: "failed", code: "badResult", message: "" };
  const roundTripMs = answeredMs - sentMs;
  return { kind: "clock", offsetMs: data.device_time - (sentMs + roundTripMs / 2), roundTripMs };
}
