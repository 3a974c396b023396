/** A part of a line: plain, strong, or a link. */
export type Piece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "strong"; readonly text: string }
  | { readonly kind: "link"; readonly text: string; readonly href: string; readonly host: string | null };

const MARKS = /\*\*([^*\n]+)\*\*|\[([^\]\n]+)\]\(([^)\s]+)\)|(https?:\/\/[^\s<>()]+)/g;

/**
 * MSG-02: the content of a message: lines, **strong**, [text](address) and bare addresses. Anything else is plain
 * text, so no script can run. A link leads to a page of the web app or to http(s), whose host is shown.
 */
export function readMarkup(content: string): Piece[][] {
  return content.split(/\r?\n/).map(piecesOf);
}

function piecesOf(line: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  const plain = (text: string) => text !== "" && pieces.push({ kind: "text", text });
  for (const match of line.matchAll(MARKS)) {
    const [whole, strong, words, address, bare] = match;
    plain(line.slice(at, match.index));
    at = match.index + whole.length;
    if (strong !== undefined) pieces.push({ kind: "strong", text: strong });
    else pieces.push(linkOf(words ?? bare ?? "", address ?? bare ?? "") ?? { kind: "text", text: whole });
  }
  plain(line.slice(at));
  return pieces;
}

/** Undefined: neither a path of the web app nor http(s), such as a script. */
function linkOf(text: string, address: string): Piece | undefined {
  if (/^\/(?![/\\])/.test(address)) return { kind: "link", text, href: address, host: null };
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return undefined;
  return { kind: "link", text, href: address, host: new URL(address).host };
}
