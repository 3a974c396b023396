/** Longer than a formula written by hand; it is stored and compiled. */
export const MAX_FORMULA_LENGTH = 2000;
/** Parentheses, calls, signs and exponents within each other. */
export const MAX_FORMULA_DEPTH = 64;
/** Operators, calls, names and numbers: each costs a pass over all rows. */
export const MAX_FORMULA_PARTS = 400;
/** As data comes: the functions over the last seconds, their seconds, and the samples that each keeps of them. */
export const MAX_LIVE_WINDOWS = 4;
export const MAX_LIVE_WINDOW_S = 300;
export const MAX_LIVE_SAMPLES = 4096;
/** Each one's samples are read from the store. */
export const MAX_FORMULA_SIGNALS = 8;
