import { crc32 } from "@canopy/can/bytes/crc32";
import { parseHex } from "@canopy/can/bytes/hex";
import { type FlashPlan, flashPlan } from "@canopy/can/uds/flash/flash-plan";
import type { FlowStep } from "@canopy/can/uds/flash/flow";
import type { FlashOrder, FlowStepData } from "./flash-order.ts";

const DID_SOFTWARE = 0xf195;
const DID_FINGERPRINT = 0xf184;
const ROUTINE_CHECK_MEMORY = 0x0202;

export function flowOf(steps: readonly FlowStepData[]): FlowStep[] {
  return steps.map(({ kind, data, functional, timeout_ms, repeat, on_refusal }) => ({
    kind,
    bytes: bytesOf(data),
    functional,
    timeoutUs: timeout_ms === null ? null : timeout_ms * 1000,
    repeat,
    onRefusal: on_refusal,
  }));
}

export function bytesOf(hex: string): Uint8Array {
  const read = parseHex(hex);
  return read.ok ? read.value : new Uint8Array(0);
}

/** The plan of an order; the image is its segments one behind the other. */
export function planOf(order: FlashOrder, image: Uint8Array, knownInSilence: readonly string[]): FlashPlan {
  let at = 0;
  const segments = order.segments.map(({ address, size }) => {
    const data = image.subarray(at, at + size);
    at += size;
    return { address, data };
  });
  const crc = new Uint8Array(4);
  new DataView(crc.buffer).setUint32(0, crc32(image));
  const fingerprint = bytesOf(order.fingerprint);
  return flashPlan({
    segments,
    flow: flowOf(order.flow),
    securityLevel: order.security_level,
    fingerprint: fingerprint.length > 0 ? { identifier: DID_FINGERPRINT, data: fingerprint } : null,
    memoryCheck: { routine: ROUTINE_CHECK_MEMORY, data: crc },
    readBack: { identifier: DID_SOFTWARE, data: new TextEncoder().encode(order.manifest.software_to) },
    clearsDtcs: false,
    knownInSilence,
  });
}
