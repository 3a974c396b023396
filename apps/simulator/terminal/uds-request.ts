import { parseHex } from "@canopy/can/bytes/hex";
import { type Answer, done, type Handler, refused } from "./request.ts";

/**
 * A diagnostic request to an ECU of the vehicle, by identifiers: { request_id, response_id, data, channel? }.
 * The result is { outcome: "positive", data } or "negative" with service and code, or "timeout".
 */
export const udsRequest: Handler = (params, { terminal }) => {
  const { channel = 0, request_id, response_id, data } = params;
  const bytes = typeof data === "string" ? parseHex(data) : null;
  if (!isId(request_id) || !isId(response_id) || typeof channel !== "number") return refused("badParams");
  if (bytes === null || !bytes.ok || bytes.value.length === 0) return refused("badParams");
  if (!terminal.configuration.mayTransmit(channel)) return refused("failed", "the channel is off or only listens");
  if (terminal.flash.isBusy) return refused("busy");
  const request = { channel, requestId: request_id, responseId: response_id, data: bytes.value };
  return new Promise<Answer>((resolve) => {
    const isFree = terminal.diagnose(request, (result) => resolve(done(result)));
    if (!isFree) resolve(refused("busy"));
  });
};

function isId(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 0x1fffffff;
}
