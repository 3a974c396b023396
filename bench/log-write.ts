import { join } from "node:path";
import type { FrameBatch } from "@canopy/can/frame/batch";
import { createWriter, type WriteFormat } from "@canopy/can/logs/formats";
import { cpuSeconds, deflate, FORMATS, pythonCan, vehicleFrames, withFolder } from "./logs/files.ts";

const FRAMES = 500_000;
/** research/can.md §1: python-can on a 2.5 GHz Xeon, where it cannot be run here. */
const PUBLISHED: Record<string, number> = { candump: 347_000, asc: 128_000, blf: 216_000, csv: 544_000 };

const PEER = `
import sys, time, json, random, can
random.seed(1)
messages = [can.Message(timestamp=1700000000 + i * 0.00025, arbitration_id=(0x18fef100 + random.randrange(60)) if i % 4 == 0 else 0x100 + random.randrange(80),
    is_extended_id=i % 4 == 0, channel=i % 2, data=bytes([i & 255, random.randrange(256), i >> 8 & 255, random.randrange(64), 0, 0, 0, random.randrange(256)])) for i in range(100000)]
out = {}
for arg in sys.argv[1:]:
    name, path = arg.split("=", 1)
    start = time.process_time()
    with can.Logger(path) as log:
        for m in messages: log.on_message_received(m)
    out[name] = len(messages) / (time.process_time() - start)
print(json.dumps(out))
`;

function write(format: WriteFormat, batches: readonly FrameBatch[]): number {
  let bytes = 0;
  const output = {
    append: (part: Uint8Array): void => {
      bytes += part.length;
    },
    patch: (): void => {},
  };
  const started = process.cpuUsage();
  const writer = createWriter(format, output, { deflate });
  for (const batch of batches) writer.write(batch);
  writer.end();
  if (bytes === 0) throw new Error("nothing written");
  return cpuSeconds(started);
}

export async function run(): Promise<{
  metrics: Record<string, number>;
  peers: Record<string, Record<string, number>>;
  ratios: Record<string, number>;
}> {
  const metrics: Record<string, number> = {};
  const peers: Record<string, number> = {};
  const ratios: Record<string, number> = {};
  const batches = vehicleFrames(FRAMES);
  for (const { format } of FORMATS) {
    let best = 0;
    for (let round = 0; round < 4; round++) best = Math.max(best, FRAMES / write(format, batches));
    metrics[`${format}FramesPerSecond`] = Math.round(best);
  }
  const measured = withFolder((folder) => {
    const known = FORMATS.filter(({ format }) => format in PUBLISHED);
    return pythonCan(
      PEER,
      known.map(({ format, suffix }) => `${format}=${join(folder, `peer.${suffix}`)}`),
    );
  });
  const isMeasured = Object.keys(measured).length > 0;
  console.log(
    `write, frames per CPU second, one core\n                    canopy   python-can${isMeasured ? " (this machine)" : " (published, research/can.md)"}`,
  );
  for (const { format } of FORMATS) {
    const ours = metrics[`${format}FramesPerSecond`] ?? 0;
    const peer = (isMeasured ? measured : PUBLISHED)[format];
    if (peer !== undefined) {
      peers[`${format}FramesPerSecond`] = Math.round(peer);
      ratios[`${format}FramesPerSecond`] = ours / peer;
    }
    const beside = peer === undefined ? "" : `${String(Math.round(peer)).padStart(12)}  ${(ours / peer).toFixed(1)}×`;
    console.log(`${format.padEnd(10)} ${String(ours).padStart(15)} ${beside}`);
  }
  return { metrics, peers: { [isMeasured ? "python-can" : "python-can (published)"]: peers }, ratios };
}

if (import.meta.main) await run();
