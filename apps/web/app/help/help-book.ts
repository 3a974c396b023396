/** A section as its Markdown file has it. */
export interface HelpSection {
  readonly id: string;
  /** Name of its picture. */
  readonly picture?: string;
  readonly lead: readonly string[];
  readonly steps: readonly string[];
  readonly limits: readonly string[];
  readonly words: readonly HelpWord[];
}

export interface HelpWord {
  readonly word: string;
  readonly meaning: string;
}

export type HelpBook = ReadonlyMap<string, HelpSection>;

const PARTS = ["steps", "limits", "words"] as const;
type Part = (typeof PARTS)[number];

interface Draft {
  id: string;
  picture?: string;
  lead: string[];
  steps: string[];
  limits: string[];
  words: HelpWord[];
}

/**
 * A file has several sections: `# id`, `picture: name`, lines of text, then the parts `## steps`, `## limits` and
 * `## words`, whose lines begin with `-`; a word is divided from its meaning by `: `.
 */
export function readBook(files: readonly string[]): HelpBook {
  const book = new Map<string, HelpSection>();
  for (const file of files)
    for (const text of file.split(/^# /m).slice(1)) {
      const section = readSection(text);
      if (book.has(section.id)) throw new Error(`the help has two sections ${section.id}`);
      book.set(section.id, section);
    }
  return book;
}

function readSection(text: string): HelpSection {
  const [head = "", ...lines] = text.split(/\r?\n/).map((line) => line.trim());
  const draft: Draft = { id: head, lead: [], steps: [], limits: [], words: [] };
  let part: Part | undefined;
  for (const line of lines.filter((each) => each !== "")) {
    if (line.startsWith("## ")) part = partNamed(line.slice(3), head);
    else readLine(draft, part, line);
  }
  return draft;
}

function partNamed(name: string, id: string): Part {
  const part = PARTS.find((each) => each === name);
  if (part === undefined) throw new Error(`section ${id} of the help has an unknown part ${name}`);
  return part;
}

function readLine(draft: Draft, part: Part | undefined, line: string): void {
  const picture = /^picture: ([\w-]+)$/.exec(line)?.[1];
  const item = line.replace(/^- /, "");
  if (part === undefined && picture) draft.picture = picture;
  else if (part === undefined) draft.lead.push(line);
  else if (part === "words") draft.words.push(wordOf(item));
  else draft[part].push(item);
}

function wordOf(item: string): HelpWord {
  const at = item.indexOf(": ");
  if (at < 0) throw new Error(`a word of the help has no meaning: ${item}`);
  return { word: item.slice(0, at), meaning: item.slice(at + 2) };
}

/** A piece of a line: plain, **a word of the page**, `code`, or a [[link]] to another section. */
export type HelpPiece = { readonly kind: "text" | "strong" | "code" | "link"; readonly text: string };

const MARKS = /\*\*([^*]+)\*\*|`([^`]+)`|\[\[([^\]]+)\]\]/g;

export function piecesOf(line: string): HelpPiece[] {
  const pieces: HelpPiece[] = [];
  let at = 0;
  for (const match of line.matchAll(MARKS)) {
    const [whole, strong, code, link] = match;
    if (match.index > at) pieces.push({ kind: "text", text: line.slice(at, match.index) });
    if (strong !== undefined) pieces.push({ kind: "strong", text: strong });
    else if (code !== undefined) pieces.push({ kind: "code", text: code });
    else pieces.push({ kind: "link", text: link ?? "" });
    at = match.index + whole.length;
  }
  if (at < line.length) pieces.push({ kind: "text", text: line.slice(at) });
  return pieces;
}

/** As it is read, for the search: marks apart, a link by its title. */
export function plainOf(line: string, titleOf: (id: string) => string): string {
  return piecesOf(line)
    .map(({ kind, text }) => (kind === "link" ? titleOf(text) : text))
    .join("");
}
