import type { FlashSegmentPlace } from "@canopy/contract/device-link/flash/flash-order";
import type { FlashProfile } from "@canopy/contract/diagnosis/flashing/flows";

const hex = (value: number) => `0x${value.toString(16).toUpperCase()}`;

/** The first range of a package that lies outside of the memory; undefined: it fits. */
export function outsideOf(memory: FlashProfile["memory"], segments: readonly FlashSegmentPlace[]): string | undefined {
  const outside = segments.find(
    (segment) =>
      !memory.some(
        ({ address, size }) => segment.address >= address && segment.address + segment.size <= address + size,
      ),
  );
  return outside && `${hex(outside.address)}-${hex(outside.address + outside.size - 1)}`;
}
