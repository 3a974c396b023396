/** The files of the signal library; also their endings. */
export const SIGNAL_FORMATS = ["dbc", "ldf", "arxml"] as const;
export type SignalFormat = (typeof SIGNAL_FORMATS)[number];

const LDF_WORD = "LIN_description_file";
/** Licence texts stand before the first word, never a book. */
const HEAD_CHARACTERS = 65_536;

/** By the text alone, for a stored file has no other witness: a DBC begins neither with `<` nor with the word of LIN. */
export function formatOf(text: string): SignalFormat {
  const head = text.slice(0, HEAD_CHARACTERS);
  const at = firstWord(head);
  if (head.startsWith("<", at)) return "arxml";
  return head.startsWith(LDF_WORD, at) ? "ldf" : "dbc";
}

/** Behind blanks and the comments of an LDF. A loop: as one pattern a hostile head would take for ever. */
function firstWord(head: string): number {
  for (let at = 0; ; ) {
    while (/\s/.test(head.charAt(at))) at += 1;
    const end = head.startsWith("//", at) ? "\n" : head.startsWith("/*", at) ? "*/" : undefined;
    if (end === undefined) return at;
    const found = head.indexOf(end, at + 2);
    if (found < 0) return at;
    at = found + end.length;
  }
}
