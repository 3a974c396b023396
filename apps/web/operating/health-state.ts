import type { FrameServer, OperatingHealth } from "@canopy/contract/operating/health";
import type { Level } from "../ui/marks/levels.ts";

/** Undefined: all is well. */
export type Tone = Level | undefined;

const SLOW_ANSWER_MS = 1000;
/** Settling takes a batch after five minutes at the latest. */
const LATE_MS = 6 * 60_000;
const STALLED_MS = 15 * 60_000;
const SOON_DAYS = 30;
const VERY_SOON_DAYS = 7;
const NEARLY_FULL = 0.1;

export const answerTone = (ms: number | null): Tone => ((ms ?? 0) > SLOW_ANSWER_MS ? "ordinary" : undefined);

export function behindTone(ms: number | null): Tone {
  if ((ms ?? 0) > STALLED_MS) return "urgent";
  return (ms ?? 0) > LATE_MS ? "ordinary" : undefined;
}

export function diskTone(disk: FrameServer["disk"]): Tone {
  if (disk === null) return undefined;
  const free = disk.free_bytes / disk.bytes;
  const days = disk.days_left ?? Number.POSITIVE_INFINITY;
  if (free < NEARLY_FULL || days < VERY_SOON_DAYS) return "urgent";
  return days < SOON_DAYS ? "ordinary" : undefined;
}

export function serverTone({ is_reachable, landing, files, disk }: FrameServer): Tone {
  if (!is_reachable || landing !== "ok" || files.state !== "ok") return "urgent";
  return diskTone(disk);
}

/** The one that is full first. */
export function fullestDisk(servers: readonly FrameServer[]): FrameServer["disk"] {
  const disks = servers.flatMap(({ disk }) => (disk ? [disk] : []));
  const daysOf = (disk: (typeof disks)[number]) => disk.days_left ?? Number.POSITIVE_INFINITY;
  const shareOf = (disk: (typeof disks)[number]) => disk.free_bytes / disk.bytes;
  return (
    disks.toSorted((a, b) => (daysOf(a) === daysOf(b) ? shareOf(a) - shareOf(b) : daysOf(a) - daysOf(b)))[0] ?? null
  );
}

export const deadLetters = ({ outbox }: Pick<OperatingHealth, "outbox">): number =>
  outbox.reduce((sum, { failed }) => sum + failed, 0);

/** What the dot of the list of entries says. */
export function isWell(health: OperatingHealth): boolean {
  const { frame_servers, storing } = health;
  return frame_servers.every((server) => serverTone(server) !== "urgent") && behindTone(storing.behind_ms) !== "urgent";
}
