import { createHash } from "node:crypto";
import { STANDARD_FLOW } from "@canopy/can/uds/flash/flow";
import { type FlashOrder, flashOrder, type GateSources } from "@canopy/contract/device-link/flash/flash-order";
import { SIMULATED_FLASH, SIMULATED_HARDWARE } from "../bus/ecu.ts";
import { signPackageForSimulators } from "./firmware-key.ts";

/** For tests: the BMS of a simulated electric car, and what its gate is fed by. */
export const SIMULATED_BMS = { physical_id: 0x7e4, response_id: 0x7ec, functional_id: 0x7df };
export const SIMULATED_UNLOCK = { levels: { "1": [{ op: "xor", bytes: "5A" }, { op: "addIndex" }] } };
const frame = { from: "frame", channel: 0, extended: false, byte_order: "intel", signed: false } as const;
export const SIMULATED_GATES: GateSources = {
  speed: { ...frame, id: 257, start_bit: 0, length: 16, factor: 0.01, offset: 0, values: [1] },
  supply: { from: "terminal" },
  parkingBrake: { ...frame, id: 256, start_bit: 54, length: 1, factor: 1, offset: 0, values: [1] },
  ignition: { ...frame, id: 401, start_bit: 40, length: 4, factor: 1, offset: 0, values: [1] },
};

/** An image that tells its version, as simulated ECUs read it. */
export function simulatedImage(version: string, size: number): Buffer {
  const image = Buffer.alloc(size, 0);
  for (let i = 64; i < size; i++) image[i] = (i * 31 + (i >> 8)) & 255;
  image.write(version);
  return image;
}

export function simulatedOrder(
  image: Buffer,
  more: { url: string; vin: string; version: string; manifest?: Partial<FlashOrder["manifest"]> },
): FlashOrder {
  const segments = [
    { address: SIMULATED_FLASH, size: 1024 },
    { address: SIMULATED_FLASH + 0x4000, size: image.length - 1024 },
  ];
  const manifest = {
    part_number: "CNP-BMS-0960",
    hardware: SIMULATED_HARDWARE,
    boot: "",
    software_from: ["BMS 05.01.00"],
    software_to: more.version,
    expires: 4_000_000_000_000,
    counter: 7,
    ...more.manifest,
  };
  const content = { manifest, segments, size: image.length, sha256: createHash("sha256").update(image).digest("hex") };
  return flashOrder.parse({
    run: "run 1",
    settings: SIMULATED_BMS,
    vin: more.vin,
    url: more.url,
    ...content,
    signature: signPackageForSimulators(content),
    flow: STANDARD_FLOW.map(({ kind }) => ({ kind })),
    gates: SIMULATED_GATES,
    security_level: 1,
    unlock: SIMULATED_UNLOCK,
    fingerprint: "0102",
  });
}
