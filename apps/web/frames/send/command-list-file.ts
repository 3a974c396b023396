import { type CommandListContent, commandListContent } from "@canopy/contract/frames/command-lists";

/** Tells our files from others, and this shape from later ones. */
const FORMAT = "canopy-command-list/1";
/** A list of 100 frames of 64 bytes is 30 KB. */
const MAX_LIST_FILE_BYTES = 1024 * 1024;

type ReadList =
  | { ok: true; content: CommandListContent }
  | { ok: false; problem: "tooLarge" | "notJson" | "notAList" }
  /** Counted from 1. */
  | { ok: false; problem: "badItem"; item: number };

export function writeListFile(content: CommandListContent): string {
  return `${JSON.stringify({ format: FORMAT, ...content }, null, 2)}\n`;
}

/** Whatever the file holds: a list, or what is wrong with it. */
export function readListFile(text: string): ReadList {
  if (text.length > MAX_LIST_FILE_BYTES) return { ok: false, problem: "tooLarge" };
  const json = parse(text);
  if (json === undefined) return { ok: false, problem: "notJson" };
  const isOurs = typeof json === "object" && json !== null && "format" in json && json.format === FORMAT;
  if (!isOurs) return { ok: false, problem: "notAList" };
  const checked = commandListContent.safeParse(json);
  if (checked.success) return { ok: true, content: checked.data };
  const [first, index] = checked.error.issues[0]?.path ?? [];
  if (first === "frames" && typeof index === "number") return { ok: false, problem: "badItem", item: index + 1 };
  return { ok: false, problem: "notAList" };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    return undefined;
  }
}
