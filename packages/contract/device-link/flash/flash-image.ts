import { formatHex } from "@canopy/can/bytes/hex";
import { sha256 } from "@canopy/can/bytes/sha256";
import { type FetchOptions, fetchFirmware, type ImageStore } from "../fetch-firmware.ts";
import type { FlashOrder } from "./flash-order.ts";

type Wanted = Pick<FlashOrder, "url" | "size" | "sha256">;

/** docs/device-protocol.md 2.5: size and SHA-256 are those of the order. */
export function isImageOf({ size, sha256: wanted }: Pick<Wanted, "size" | "sha256">, bytes: Uint8Array): boolean {
  return bytes.length === size && formatHex(sha256(bytes)).toLowerCase() === wanted;
}

/**
 * All of the image on the card; undefined: it is there. What has its length but not its hash is fetched again: a card
 * that lost its power, or an earlier try, left other bytes. A run that goes on behind its own check (`isBegun`) is given
 * nothing else.
 */
export async function fetchImage(
  order: Wanted,
  card: ImageStore,
  { isBegun, ...options }: FetchOptions & { readonly isBegun: boolean },
): Promise<string | undefined> {
  if (card.length === order.size && !isImageOf(order, card.bytes())) card.clear();
  const missing = await fetchFirmware(order, card, options);
  return missing ?? (isBegun && !isImageOf(order, card.bytes()) ? "hash" : undefined);
}
