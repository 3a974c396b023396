import { FLAG_BRS, FLAG_ERROR, FLAG_ESI, FLAG_FD, FLAG_REMOTE, FLAG_TX, sizeOfDlc } from "../../frame/frame.ts";
import { parseUnsigned } from "../text.ts";
import type { Tokens } from "../tokens.ts";
import { ascId, ascIdFlags } from "./asc-fields.ts";

/** Bits of the flags column behind the data. */
const EDL = 0x1000;
const RTR = 0x10;

type AscFdLine =
  | { kind: "frame"; channel: number; id: number; flags: number; size: number; dataAt: number }
  | { kind: "event" }
  | { kind: "broken" };

const BROKEN: AscFdLine = { kind: "broken" };

/** `CANFD ch Rx|Tx id [name] brs esi dlc datalen data… duration length flags …` */
export function readAscFd(tokens: Tokens, base: number): AscFdLine {
  const { bytes, from, to } = tokens;
  const channel = parseUnsigned(bytes, from[2] as number, to[2] as number, 10);
  if (channel < 0 || tokens.count < 4) return { kind: "event" };
  const isTx = tokens.is(3, "Tx");
  if (tokens.is(3, "ErrorFrame") || tokens.is(4, "ErrorFrame")) {
    return { kind: "frame", channel, id: 0, flags: FLAG_ERROR | (isTx ? FLAG_TX : 0), size: 0, dataAt: 0 };
  }
  if (!isTx && !tokens.is(3, "Rx")) return { kind: "event" };
  const id = ascId(tokens, 4, base);
  // The symbolic name may be missing: the columns are counted from the BRS/ESI pair.
  const brsAt = isBit(tokens, 5) && isBit(tokens, 6) ? 5 : 6;
  if (id < 0 || !isBit(tokens, brsAt) || !isBit(tokens, brsAt + 1) || tokens.count < brsAt + 4) return BROKEN;
  const dlc = parseUnsigned(bytes, from[brsAt + 2] as number, to[brsAt + 2] as number, 16);
  const size = parseUnsigned(bytes, from[brsAt + 3] as number, to[brsAt + 3] as number, 10);
  const dataAt = brsAt + 4;
  if (dlc < 0 || dlc > 15 || size < 0 || size > 64) return BROKEN;
  const flags =
    ascIdFlags(tokens, 4) |
    (isTx ? FLAG_TX : 0) |
    (tokens.is(brsAt, "1") ? FLAG_BRS : 0) |
    (tokens.is(brsAt + 1, "1") ? FLAG_ESI : 0);
  return { kind: "frame", channel, id, dataAt, ...classicOrFd(tokens, dataAt, flags, size, dlc) };
}

/** An FD channel also logs its classic frames on CANFD lines; only the flags column tells (no EDL). */
function classicOrFd(
  tokens: Tokens,
  dataAt: number,
  flags: number,
  size: number,
  dlc: number,
): { flags: number; size: number } {
  const at = dataAt + size + 2;
  const column =
    at < tokens.count ? parseUnsigned(tokens.bytes, tokens.from[at] as number, tokens.to[at] as number, 16) : 0;
  const isClassic = column > 0 && !(column & EDL) && !(flags & (FLAG_BRS | FLAG_ESI)) && size <= 8;
  if (!isClassic) return { flags: flags | FLAG_FD, size };
  if (column & RTR) return { flags: flags | FLAG_REMOTE, size: sizeOfDlc(dlc, false) };
  return { flags, size };
}

function isBit(tokens: Tokens, i: number): boolean {
  return tokens.length(i) === 1 && (tokens.first(i) === 0x30 || tokens.first(i) === 0x31);
}
