import { parseHex } from "@canopy/can/bytes/hex";
import type { UnlockAlgorithm, UnlockOperation } from "@canopy/can/uds/unlock/unlock-algorithm";
import { type UnlockFile, unlockStep } from "./uds-job.ts";

/** The algorithm of a checked unlock file. */
export function unlockAlgorithm({ levels }: UnlockFile): UnlockAlgorithm {
  return { levels: Object.fromEntries(Object.entries(levels).map(([level, steps]) => [level, steps.map(operation)])) };
}

function operation(step: unknown): UnlockOperation {
  const { op, ...fields } = unlockStep.parse(step);
  const read = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, fieldOf(name, value)]));
  // Every field of a checked step is one of the operation's own.
  return { op, ...read } as UnlockOperation;
}

function fieldOf(name: string, value: unknown): unknown {
  if (name === "bytes" && typeof value === "string") {
    const bytes = parseHex(value);
    return bytes.ok ? bytes.value : new Uint8Array(0);
  }
  if (name === "value" && typeof value === "string") return BigInt(value);
  return Array.isArray(value) ? value.map(operation) : value;
}
