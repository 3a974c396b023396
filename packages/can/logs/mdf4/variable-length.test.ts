import { describe, expect, it } from "vitest";
import { collect } from "../testing/collect.ts";
import { type BlockBuilder, setUint64 } from "./block-builder.ts";
import { fileHead } from "./file-head.ts";

const START_US = 1_700_000_000_000_000;
const RECORD_BYTES = 24;
const AT = { time: 0, id: 8, channel: 12, length: 13, dlc: 14, data: 16 } as const;

interface Made {
  /** Of records in the data group; 0: it is sorted. */
  idBytes: 0 | 1;
  /** Type of the channel ID in the file: 0 unsigned, 2 signed. */
  idType?: number;
  idBits?: number;
  hasId?: boolean;
  /** Values in the block of signal data; absent: the channel has no link. */
  values?: readonly (readonly number[])[];
  lengths: readonly number[];
}

/** A file with one group of data frames whose payloads have variable length. */
function fileOf({ idBytes, idType = 0, idBits = 29, hasId = true, values, lengths }: Made): Uint8Array {
  return fileHead(START_US, "test", (builder) => {
    const signalData = values === undefined ? 0 : builder.add("SD", [], valueBytes(values));
    const specs: readonly [string, number, number, number, number][] = [
      ["BusChannel", AT.channel, 8, 0, 0],
      ...(hasId ? [["ID", AT.id, idBits, idType, 0] as [string, number, number, number, number]] : []),
      ["DataLength", AT.length, 7, 0, 0],
      ["DLC", AT.dlc, 4, 0, 0],
      ["DataBytes", AT.data, 64, 10, signalData],
    ];
    let next = 0;
    for (const [name, byte, bits, type, link] of specs) {
      const isData = name === "DataBytes";
      next = channel(builder, { name: `CAN_DataFrame.${name}`, byte, bits, type, next, link, isVlsd: isData });
    }
    const frame = channel(builder, { name: "CAN_DataFrame", byte: AT.id, bits: 128, type: 10, next });
    const first = channel(builder, {
      name: "Timestamp",
      byte: AT.time,
      bits: 64,
      type: 4,
      next: frame,
      isMaster: true,
    });
    const group = new Uint8Array(32);
    const view = new DataView(group.buffer);
    setUint64(view, 0, idBytes === 0 ? 0 : 1);
    setUint64(view, 8, lengths.length);
    view.setUint32(24, RECORD_BYTES, true);
    const channelGroup = builder.add("CG", [0, first, 0, 0, 0, 0], group);
    const data = builder.add("DT", [], recordBytes(idBytes, lengths));
    return builder.add("DG", [0, channelGroup, data, 0], Uint8Array.of(idBytes, 0, 0, 0, 0, 0, 0, 0));
  });
}

interface ChannelSpec {
  name: string;
  byte: number;
  bits: number;
  type: number;
  next: number;
  link?: number;
  isVlsd?: boolean;
  isMaster?: boolean;
}

function channel(builder: BlockBuilder, spec: ChannelSpec): number {
  const data = new Uint8Array(72);
  const view = new DataView(data.buffer);
  data.set([spec.isMaster ? 2 : spec.isVlsd ? 1 : 0, spec.isMaster ? 1 : 0, spec.type, 0]);
  view.setUint32(4, spec.byte, true);
  view.setUint32(8, spec.bits, true);
  return builder.add("CN", [spec.next, 0, builder.text("TX", spec.name), 0, 0, spec.link ?? 0, 0, 0], data);
}

function valueBytes(values: readonly (readonly number[])[]): Uint8Array {
  return Uint8Array.from(values.flatMap((value) => [value.length, 0, 0, 0, ...value]));
}

/** Frame i points behind the values before it, which have the lengths that frames say. */
function recordBytes(idBytes: number, lengths: readonly number[]): Uint8Array {
  const bytes = new Uint8Array((idBytes + RECORD_BYTES) * lengths.length);
  const view = new DataView(bytes.buffer);
  let offset = 0;
  lengths.forEach((length, i) => {
    const at = i * (idBytes + RECORD_BYTES) + idBytes;
    if (idBytes === 1) bytes[at - 1] = 1;
    view.setFloat64(at + AT.time, i / 1000, true);
    view.setUint32(at + AT.id, 0x100 + i, true);
    bytes[at + AT.length] = length;
    bytes[at + AT.dlc] = length;
    setUint64(view, at + AT.data, offset);
    offset += 4 + length;
  });
  return bytes;
}

const read = (made: Made) => {
  const { frames, problems } = collect("mdf4", fileOf(made));
  return { data: frames.map(({ data }) => [...data]), ids: frames.map(({ id }) => id), problems };
};

describe("payloads of variable length", () => {
  const values = [[1, 2, 3], [4], [5, 6, 7, 8]];
  const lengths = [3, 1, 4];

  it.each([
    ["sorted", 0],
    ["unsorted", 1],
  ] as const)("are read from a block of signal data: %s [DAT-07]", (_, idBytes) => {
    expect(read({ idBytes, values, lengths })).toEqual({ data: values, ids: [0x100, 0x101, 0x102], problems: [] });
  });

  it.each([
    ["sorted", 0],
    ["unsorted", 1],
  ] as const)("that are not there are zeros, and each is told: %s", (_, idBytes) => {
    const cut = read({ idBytes, values: values.slice(0, 2), lengths });
    expect(cut.data).toEqual([[1, 2, 3], [4], [0, 0, 0, 0]]);
    expect(cut.problems.map(({ code }) => code)).toEqual(["missingData"]);
    const none = read({ idBytes, lengths: [3, 0, 4] });
    expect(none.data).toEqual([[0, 0, 0], [], [0, 0, 0, 0]]);
    expect(none.problems.map(({ code }) => code)).toEqual(["missingData", "missingData"]);
  });

  it.each([
    ["sorted", 0],
    ["unsorted", 1],
  ] as const)("end with their value, not with the one behind it: %s", (_, idBytes) => {
    const short = read({
      idBytes,
      values: [
        [1, 2],
        [9, 9, 9],
      ],
      lengths: [4],
    });
    expect(short.data).toEqual([[1, 2, 0, 0]]);
    expect(short.problems.map(({ code }) => code)).toEqual(["missingData"]);
  });
});

describe("a group whose identifiers cannot be read", () => {
  it.each([
    ["a signed number", { idType: 2 }],
    ["64 bits", { idBits: 64 }],
    ["none", { hasId: false }],
  ])("is a problem, and no frames with the identifier 0: %s", (_, made) => {
    for (const idBytes of [0, 1] as const) {
      const { data, problems } = read({ idBytes, values: [[1]], lengths: [1], ...made });
      expect([data, problems.map(({ code }) => code)]).toEqual([[], ["badBlock"]]);
    }
  });
});
