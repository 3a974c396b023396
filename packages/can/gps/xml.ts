/** Parts of a small XML document. Document types are skipped: only the five entities of XML are known. */
export type XmlEvent =
  | { kind: "open"; name: string; attributes: Map<string, string>; at: number }
  | { kind: "text"; text: string }
  | { kind: "close"; name: string };

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["lt", "<"],
  ["gt", ">"],
  ["amp", "&"],
  ["quot", '"'],
  ["apos", "'"],
]);

/** Reads events one after the other; undefined when the document ends in the middle of one. Names lose their prefix. */
export function* xmlEvents(document: string): Generator<XmlEvent, boolean> {
  let at = 0;
  while (at < document.length) {
    const open = document.indexOf("<", at);
    const textEnd = open < 0 ? document.length : open;
    if (textEnd > at) yield { kind: "text", text: decodeEntities(document.slice(at, textEnd)) };
    if (open < 0) return true;
    const special = skipSpecial(document, open);
    if (special?.text !== undefined) yield { kind: "text", text: special.text };
    if (special !== undefined) {
      if (special.end < 0) return false;
      at = special.end;
      continue;
    }
    const close = tagEnd(document, open);
    if (close < 0) return false;
    yield* tagEvents(document.slice(open + 1, close), open);
    at = close + 1;
  }
  return true;
}

/** Comments, declarations, document types: where they end. CDATA also has a text. */
function skipSpecial(document: string, open: number): { end: number; text?: string } | undefined {
  const after = (mark: string): number => {
    const found = document.indexOf(mark, open + 2);
    return found < 0 ? -1 : found + mark.length;
  };
  if (document.startsWith("<!--", open)) return { end: after("-->") };
  if (document.startsWith("<![CDATA[", open)) {
    const end = after("]]>");
    return { end, text: end < 0 ? "" : document.slice(open + 9, end - 3) };
  }
  if (document.startsWith("<?", open)) return { end: after("?>") };
  return document.startsWith("<!", open) ? { end: after(">") } : undefined;
}

/** The `>` of a tag: not one inside a quoted attribute. */
function tagEnd(document: string, open: number): number {
  let quote = "";
  for (let i = open + 1; i < document.length; i++) {
    const char = document.charAt(i);
    if (quote !== "") quote = char === quote ? "" : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === ">") return i;
  }
  return -1;
}

function* tagEvents(tag: string, at: number): Generator<XmlEvent> {
  if (tag.startsWith("/")) {
    yield { kind: "close", name: localName(tag.slice(1).trim()) };
    return;
  }
  const isEmpty = tag.endsWith("/");
  const [full = ""] = /^[^\s/]+/.exec(tag) ?? [];
  const attributes = new Map<string, string>();
  // Names begin behind a blank alone: tried at every character, a tag of megabytes would take for ever.
  for (const match of tag.slice(full.length).matchAll(/(?<=\s)([^\s=/]+)\s*=\s*("([^"]*)"|'([^']*)')/g)) {
    attributes.set(localName(match[1] ?? ""), decodeEntities(match[3] ?? match[4] ?? ""));
  }
  yield { kind: "open", name: localName(full), attributes, at };
  if (isEmpty) yield { kind: "close", name: localName(full) };
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(#x?[0-9a-fA-F]{1,6}|[a-z]{2,4});/g, (whole, name: string) => {
    if (!name.startsWith("#")) return ENTITIES.get(name) ?? whole;
    const code = name.startsWith("#x") ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
