/** How a first device may come, as the address names them. */
export const WAYS = ["agent", "simulated", "terminal"] as const;
export type Way = (typeof WAYS)[number];
