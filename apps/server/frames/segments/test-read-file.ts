import { StoredRun } from "./decode-run.ts";
import { FILE_HEAD_BYTES } from "./file-head.ts";
import { readFooter, type SegmentFooter } from "./footer.ts";
import { PLANE_CONSTANT, PLANE_DELTA } from "./planes.ts";
import type { Run } from "./run.ts";
import { TIME_GRID } from "./times.ts";

/** For tests: what a file of segments holds, found without an index, from its end on. */
export interface FileDescription {
  readonly segments: readonly SegmentDescription[];
  /** `binding time k channel id flags size data`, segment by segment, in the order (time, k). */
  readonly lines: readonly string[];
}

export interface SegmentDescription {
  readonly binding: number;
  readonly offset: number;
  readonly length: number;
  readonly footerLength: number;
  readonly frames: number;
  readonly bytes: number;
  readonly firstUs: number;
  readonly lastUs: number;
  /** `channel/id/flags/size: frames, time code, bits of k, where planes lie, their modes`, one for each run. */
  readonly runs: readonly string[];
  /** `minute frames firstUs lastUs` */
  readonly minutes: readonly string[];
}

export function describeFile(bytes: Uint8Array): FileDescription {
  const segments: SegmentDescription[] = [];
  const lines: string[][] = [];
  for (let end = bytes.length; end > FILE_HEAD_BYTES; ) {
    const footer = readFooter(bytes.subarray(0, end));
    const footerLength = new DataView(bytes.buffer, bytes.byteOffset + end - 16).getUint32(0, true) + 16;
    const offset = end - footerLength - (footer.byteAt[footer.runs] as number);
    segments.unshift(describe(footer, { offset, length: end - offset, footerLength }));
    lines.unshift(linesOf(footer, bytes.subarray(offset)));
    end = offset;
  }
  return { segments, lines: lines.flat() };
}

function describe(
  footer: SegmentFooter,
  place: Pick<SegmentDescription, "offset" | "length" | "footerLength">,
): SegmentDescription {
  const { bindingNumber: binding, ...totals } = footer.totals;
  const minutes = Array.from(footer.minutes.minute, (_, i) => Object.values(footer.minuteAt(i)).join(" "));
  return {
    binding,
    ...place,
    ...totals,
    runs: Array.from({ length: footer.runs }, (_, i) => code(footer, i)),
    minutes,
  };
}

function code({ columns, planes, planeAt }: SegmentFooter, run: number): string {
  const of = (name: keyof typeof columns) => columns[name][run] as number;
  const modes = [...planes.planeMode.subarray(planeAt[run], planeAt[run + 1])].map((mode) =>
    mode === PLANE_CONSTANT ? "c" : mode === PLANE_DELTA ? "d" : "p",
  );
  const times = `${of("timeMode") === TIME_GRID ? "grid" : "steps"} ${of("timeBits")} bits`;
  const lie = of("groupLength") > 0 ? "group" : modes.every((mode) => mode === "c") ? "no blocks" : "own blocks";
  const key = `${of("channel")}/${of("id")}/${of("flags")}/${of("size")}`;
  return `${key}: ${of("count")} frames, ${times}, k ${of("kBits")} bits, ${lie} ${modes.join("")}`.trimEnd();
}

function linesOf(footer: SegmentFooter, segment: Uint8Array): string[] {
  const all: { timeUs: number; k: number; line: string }[] = [];
  for (let index = 0; index < footer.runs; index += 1) {
    const own = segment.subarray(footer.byteAt[index], footer.byteAt[index + 1]);
    const run = new StoredRun(footer, index, own).run();
    for (let row = 0; row < run.count; row += 1) {
      const [timeUs, k] = [run.timesUs[row] as number, run.ks?.[row] ?? 0];
      const line = `${footer.totals.bindingNumber} ${timeUs} ${k} ${run.channel} ${run.id} ${run.flags} ${run.size}`;
      all.push({ timeUs, k, line: `${line} ${dataOf(run, row) || "-"}` });
    }
  }
  return all.sort((a, b) => a.timeUs - b.timeUs || a.k - b.k).map(({ line }) => line);
}

const dataOf = (run: Run, row: number) =>
  Buffer.from(run.planes.map((plane) => (typeof plane === "number" ? plane : (plane[row] as number)))).toString("hex");
