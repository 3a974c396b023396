import { expect, it } from "vitest";
import { type SignalSamples, writeMdf4Signals } from "./write-signals.ts";

/** Follows the links of the file as any reader does: HD, DG, CG, CN, DT. */
function walk(file: Uint8Array) {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const u64 = (at: number) => Number(view.getBigUint64(at, true));
  const open = (at: number, id: string) => {
    expect(String.fromCharCode(...file.subarray(at, at + 4))).toBe(`##${id}`);
    const count = u64(at + 16);
    const links = Array.from({ length: count }, (_, i) => u64(at + 24 + 8 * i));
    return { links, data: at + 24 + 8 * count, end: at + u64(at + 8) };
  };
  const text = (at: number) => {
    if (at === 0) return "";
    const { data, end } = open(at, "TX");
    return new TextDecoder().decode(file.subarray(data, end)).split("\0")[0];
  };
  const head = open(64, "HD");
  const startNs = view.getBigUint64(head.data, true);
  const found = [];
  for (let at = head.links[0] ?? 0; at !== 0; ) {
    const group = open(at, "DG");
    const channels = open(group.links[1] ?? 0, "CG");
    const cycles = u64(channels.data + 8);
    const master = open(channels.links[1] ?? 0, "CN");
    const value = open(master.links[0] ?? 0, "CN");
    const rows = open(group.links[2] ?? 0, "DT");
    expect(rows.end - rows.data).toBe(cycles * view.getUint32(channels.data + 24, true));
    const samples = Array.from({ length: cycles }, (_, i) => {
      const row = rows.data + 16 * i;
      return [view.getFloat64(row + view.getUint32(master.data + 4, true), true), view.getFloat64(row + 8, true)];
    });
    const conversion = value.links[4] ?? 0;
    const states = conversion === 0 ? [] : open(conversion, "CC").links.slice(4, -1).map(text);
    found.push({ name: text(value.links[2] ?? 0), unit: text(value.links[6] ?? 0), samples, states });
    at = group.links[0] ?? 0;
  }
  return { startNs, found };
}

it("every signal is a group with its own times, unit and names of states", () => {
  const at = 1_700_000_000_000_000;
  const signal = (name: string, unit: string, points: [number, number][], states: [number, string][] = []) =>
    ({
      name,
      unit,
      times: Float64Array.from(points, ([time]) => at + time),
      values: Float64Array.from(points, ([, value]) => value),
      states: new Map(states),
    }) satisfies SignalSamples;
  const speed = signal("速度", "km/h", [
    [0, 1.5],
    [10_000, -2],
    [20_000, 3e9],
  ]);
  const gear = signal(
    "Gear",
    "",
    [[5000, 1]],
    [
      [0, "Park"],
      [1, "Drive"],
    ],
  );
  const { startNs, found } = walk(writeMdf4Signals([speed, gear, signal("None", "V", [])]));
  expect(startNs).toBe(BigInt(at) * 1000n);
  expect(found).toEqual([
    {
      name: "速度",
      unit: "km/h",
      samples: [
        [0, 1.5],
        [0.01, -2],
        [0.02, 3e9],
      ],
      states: [],
    },
    { name: "Gear", unit: "", samples: [[0.005, 1]], states: ["Park", "Drive"] },
    { name: "None", unit: "V", samples: [], states: [] },
  ]);
});
