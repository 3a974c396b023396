import { EXTENDED_BIT, INDEPENDENT_SIGNALS_ID, type Message } from "../model.ts";

/** Bit 31 marks an extended identifier; hand-made files forget it, and only a 29-bit number can be meant then. */
export function readFileId(fileId: number): Pick<Message, "id" | "isExtended" | "isDecodable"> {
  const low = fileId % EXTENDED_BIT;
  const hasExtendedBit = fileId >= EXTENDED_BIT;
  const isWord = Number.isInteger(fileId) && fileId >= 0 && fileId < 2 * EXTENDED_BIT;
  const isDecodable = isWord && fileId !== INDEPENDENT_SIGNALS_ID && low <= 0x1fffffff;
  if (!isDecodable) return { id: fileId, isExtended: false, isDecodable };
  return { id: low, isExtended: hasExtendedBit || low > 0x7ff, isDecodable };
}

export function fileIdOf(message: Pick<Message, "id" | "isExtended">): number {
  return message.isExtended ? message.id + EXTENDED_BIT : message.id;
}
