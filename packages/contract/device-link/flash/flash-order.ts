import { FLOW_STEP_KINDS, MAX_FLOW_STEPS, MAX_STEP_REPEATS } from "@canopy/can/uds/flash/flow";
import { z } from "zod";
import { firmwareSignature } from "../firmware.ts";
import { udsSettings, unlockFile, unlockLevel } from "../uds-job.ts";
import { channel, shortText, timeMs } from "../values.ts";

/** UDS-04: of the image behind a package; a terminal has this much room for one. */
export const MAX_FLASH_BYTES = 16 * 1024 * 1024;
export const MAX_FLASH_SEGMENTS = 256;
export const MIN_STEP_MS = 100;
export const MAX_STEP_MS = 600_000;

const address = z.number().int().min(0).max(0xffffffff);
const number = z.string().trim().min(1).max(64);

/** What a package is for: it is written for one part, and replaces the versions that it names. */
export const flashManifest = z.object({
  part_number: number,
  hardware: number,
  /** Of the boot loader; empty: any. */
  boot: z.string().trim().max(64).default(""),
  /** Versions that it may replace; none: any. */
  software_from: z.array(number).max(20).default([]),
  software_to: number,
  expires: timeMs,
  /** Never decreases on a vehicle: an older package is a downgrade. */
  counter: z.number().int().min(0).max(0x7fffffff),
});
export type FlashManifest = z.output<typeof flashManifest>;

export const flashSegment = z.object({ address, size: z.number().int().min(1).max(MAX_FLASH_BYTES) });
export type FlashSegmentPlace = z.output<typeof flashSegment>;

export const flowStep = z.object({
  kind: z.enum(FLOW_STEP_KINDS),
  /** Of `request`, as hexadecimal. */
  data: z
    .string()
    .regex(/^([0-9a-fA-F]{2}){0,255}$/)
    .default(""),
  functional: z.boolean().default(false),
  timeout_ms: z.number().int().min(MIN_STEP_MS).max(MAX_STEP_MS).nullable().default(null),
  repeat: z.number().int().min(0).max(MAX_STEP_REPEATS).default(0),
  on_refusal: z.enum(["stop", "goOn"]).default("stop"),
});
export type FlowStepData = z.output<typeof flowStep>;
export const flowSteps = z.array(flowStep).min(1).max(MAX_FLOW_STEPS);

/** Where the terminal finds a condition: in a frame of the vehicle, or by its own measurement. */
export const gateSource = z.union([
  z.object({ from: z.literal("terminal") }),
  z.object({
    from: z.literal("frame"),
    /** Of the signal, for people. */
    name: z.string().max(200).optional(),
    channel,
    id: z.number().int().min(0).max(0x1fffffff),
    extended: z.boolean().default(false),
    start_bit: z.number().int().min(0).max(511),
    length: z.number().int().min(1).max(32),
    byte_order: z.enum(["intel", "motorola"]).default("intel"),
    signed: z.boolean().default(false),
    factor: z.number().default(1),
    offset: z.number().default(0),
    /** Of a state: the values that mean yes. Speed and supply have bands of their own. */
    values: z.array(z.number()).max(16).default([1]),
  }),
]);
export type GateSource = z.output<typeof gateSource>;

/** UDS-04: bands of the gate; nobody can widen them. That of the supply is known by the nominal voltage of the vehicle. */
export const STANDING_S = 30;
export const STANDING_KMH = 0.5;
export const SUPPLY_V = { 12: { least: 12.2, most: 14.8 }, 24: { least: 24.4, most: 29 } } as const;
export const NOMINAL_V = [12, 24] as const;
export const USUAL_NOMINAL_V = 12;

export const gateSources = z.object({
  speed: gateSource.nullable().default(null),
  supply: gateSource.nullable().default(null),
  /** Absent, as in orders of earlier versions: the usual one. */
  nominal_v: z.literal(NOMINAL_V).optional(),
  parkingBrake: gateSource.nullable().default(null),
  ignition: gateSource.nullable().default(null),
});
export type GateSources = z.output<typeof gateSources>;

/** `flash.check` and `flash.run` */
export const flashOrder = z.object({
  run: shortText.min(1),
  settings: udsSettings,
  vin: z.string().min(1).max(32),
  manifest: flashManifest,
  url: z.url(),
  size: z.number().int().min(1).max(MAX_FLASH_BYTES),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  segments: z.array(flashSegment).min(1).max(MAX_FLASH_SEGMENTS),
  signature: firmwareSignature,
  flow: flowSteps,
  gates: gateSources,
  security_level: unlockLevel.nullable(),
  /** Null with a level: the cloud makes the key, of the seed in `up/flash`. */
  unlock: unlockFile.nullable(),
  /** An earlier run left it in boot mode: it has no software version to compare. */
  in_boot: z.boolean().default(false),
  /** F184, as hexadecimal. */
  fingerprint: z.string().regex(/^([0-9A-F]{2}){0,64}$/),
});
export type FlashOrder = z.output<typeof flashOrder>;

/** The text that a package's maker signs: it ties the content to its place and purpose. */
export function flashManifestText(order: Pick<FlashOrder, "manifest" | "segments" | "size" | "sha256">): string {
  const { manifest, segments, size, sha256 } = order;
  const { part_number, hardware, boot, software_from, software_to, expires, counter } = manifest;
  const places = segments.map((one) => `${one.address.toString(16).padStart(8, "0")}+${one.size}`);
  const lines = [
    "canopy-flash/1",
    `part ${part_number}`,
    `hardware ${hardware}`,
    `boot ${boot || "-"}`,
    `from ${software_from.join(",") || "-"}`,
    `to ${software_to}`,
    `expires ${expires}`,
    `counter ${counter}`,
    `segments ${places.join(" ")}`,
    `size ${size}`,
    `sha256 ${sha256}`,
  ];
  return `${lines.join("\n")}\n`;
}

export const flashByName = z.object({ run: shortText.min(1) });

/** `flash.key`: the key of the seed that the run told; empty: there is none. */
export const flashKey = z.object({ run: shortText.min(1), key: z.string().regex(/^([0-9A-F]{2}){0,64}$/) });
