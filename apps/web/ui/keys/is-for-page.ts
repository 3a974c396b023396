const TEXTS = "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]";

/** Not while somebody types, and not while something is open above the page. */
export function isForPage({ target, isComposing }: KeyboardEvent): boolean {
  const isTyping = target instanceof HTMLElement && target.matches(TEXTS);
  return !isTyping && !isComposing && document.querySelector("dialog[open]") === null;
}
