/** A container or data block never unpacks to more: bounds the memory of one step. */
const MAX_UNPACKED_BYTES = 32 * 1024 * 1024;
/** Small blocks of equal frames pack well without harm; above this size the ratio is judged. */
const RATIO_JUDGED_BYTES = 1024 * 1024;
/** Real logs pack 2 to 20 times; deflate can reach 1032. */
const MAX_RATIO = 250;

/** Refuses a bomb by its announced size, before any byte is unpacked. */
export function checkInflate(packed: number, unpacked: number): "tooLarge" | "ratioTooHigh" | undefined {
  if (unpacked > MAX_UNPACKED_BYTES) return "tooLarge";
  if (unpacked > RATIO_JUDGED_BYTES && unpacked > packed * MAX_RATIO) return "ratioTooHigh";
  return undefined;
}
