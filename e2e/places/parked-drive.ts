/** A drive with one stop. */
import type { TestTerminal } from "../../apps/server/testing/terminals/test-terminal.ts";

/** Of one message. */
const POSITIONS = 240;
const METRES_PER_DEG = 111_194.93;

/** Ten minutes north, four minutes parked, ten minutes east; one position of them jumps. */
function positionsOf(startMs: number) {
  return Array.from({ length: 1440 }, (_, s) => {
    const north = 15 * Math.min(s, 600);
    const east = 20 * Math.max(0, s - 840);
    const speed_kmh = s < 600 ? 54 : s < 840 ? 0 : 72;
    const latitude = 31.2 + north / METRES_PER_DEG + (s === 300 ? 5 : 0);
    const longitude = 121.4 + east / (METRES_PER_DEG * Math.cos((31.28 * Math.PI) / 180));
    return { time: startMs + s * 1000, latitude, longitude, speed_kmh, course: s < 600 ? 0 : 90 };
  });
}

export async function parkedDrive(terminal: Pick<TestTerminal, "positions">, startMs: number): Promise<void> {
  const positions = positionsOf(startMs);
  for (let at = 0; at < positions.length; at += POSITIONS)
    await terminal.positions(positions.slice(at, at + POSITIONS));
}
