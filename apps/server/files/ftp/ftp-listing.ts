import type { FtpEntry } from "./ftp-ports.ts";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const HALF_A_YEAR_MS = 182 * 86_400_000;
const two = (n: number) => String(n).padStart(2, "0");

/** RFC 3659 §2.3: in UTC. */
export function timeVal(ms: number): string {
  return new Date(ms).toISOString().replaceAll(/[-:T]/g, "").slice(0, 14);
}

/** As `ls -l` writes it: the form that clients read. */
export function listLine(entry: FtpEntry, nowMs: number): string {
  const date = new Date(entry.changedMs);
  const isRecent = Math.abs(nowMs - entry.changedMs) < HALF_A_YEAR_MS;
  const clock = isRecent ? `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}` : ` ${date.getUTCFullYear()}`;
  const rights = entry.isFolder ? "drwxr-x---" : "-rw-r-----";
  const day = String(date.getUTCDate()).padStart(2);
  const size = String(entry.size).padStart(12);
  return `${rights} 1 device device ${size} ${MONTHS[date.getUTCMonth()]} ${day} ${clock} ${entry.name}`;
}

/** RFC 3659 §7. */
export function factLine({ name, isFolder, size, changedMs }: FtpEntry): string {
  const facts = isFolder ? "type=dir;" : `type=file;size=${size};`;
  return `${facts}modify=${timeVal(changedMs)}; ${name}`;
}
