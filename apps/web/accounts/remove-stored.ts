/** Forbidden storage holds nothing to remove. */
export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // See above.
  }
}
