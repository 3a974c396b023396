/** The three levels of the product: colour, shape and word together, never colour alone. */
export const LEVELS = ["tip", "ordinary", "urgent"] as const;
export type Level = (typeof LEVELS)[number];

/** Bus load: green below 60 %, ordinary from 60, urgent from 80. */
const LOAD_ORDINARY = 60;
const LOAD_URGENT = 80;

export function levelOfLoad(percent: number): "fine" | "ordinary" | "urgent" {
  if (percent >= LOAD_URGENT) return "urgent";
  return percent >= LOAD_ORDINARY ? "ordinary" : "fine";
}
