// Bytes on disk per frame, after merges, of what the simulator's vehicles send. `--frames N` (3,000,000).
import { fillFromVehicle, flag, numberOf, openFrameTable } from "./load/frame-table.ts";
import type { BenchResult } from "./run.ts";

/** The same frames there; BLF is a file of Vector's format. */
const PEERS = {
  blf: { bytesPerFrame: 16 },
  influxdb: { bytesPerFrame: 7.4 },
  postgresql: { bytesPerFrame: 59 },
  duckdb: { bytesPerFrame: 9.2 },
};
const LIMIT = { bytesPerFrame: 3.5 };
const KINDS = ["ev", "truck", "fd-car"] as const;
const START_US = Date.UTC(2026, 0, 5) * 1000;
const DAY_US = 86_400_000_000;

export async function run(): Promise<BenchResult> {
  const { client, close } = await openFrameTable();
  try {
    const each = Math.ceil(flag("frames", 3_000_000) / KINDS.length);
    for (const [at, kind] of KINDS.entries())
      await fillFromVehicle(client, {
        kind,
        device: 900_000 + at,
        startUs: START_US,
        frames: each,
        untilUs: START_US + DAY_US,
      });
    await client.command({ query: "optimize table frames final" });
    const ours = "from system.parts where active and database = currentDatabase() and table = 'frames'";
    const bytes = await numberOf(client, `select sum(bytes_on_disk) ${ours}`);
    const frames = await numberOf(client, `select sum(rows) ${ours}`);
    const payload = await numberOf(client, "select sum(len) from frames");
    const metrics = { bytesPerFrame: bytes / frames, frames, payloadPerFrame: payload / frames };
    const ratios = Object.entries({ limit: LIMIT, ...PEERS }).map(([name, peer]) => [
      name,
      peer.bytesPerFrame / metrics.bytesPerFrame,
    ]);
    return { metrics, peers: { limit: LIMIT, ...PEERS }, ratios: Object.fromEntries(ratios) };
  } finally {
    await close();
  }
}
