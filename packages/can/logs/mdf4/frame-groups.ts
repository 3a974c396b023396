import type { BlockBuilder } from "./block-builder.ts";

/** The four groups that are written, each sorted, in a data group of its own. */
export interface FrameGroup {
  event: "CAN_DataFrame" | "CAN_RemoteFrame" | "CAN_ErrorFrame";
  dataBytes: number;
}

export const FRAME_GROUPS: readonly FrameGroup[] = [
  { event: "CAN_DataFrame", dataBytes: 8 },
  { event: "CAN_DataFrame", dataBytes: 64 },
  { event: "CAN_RemoteFrame", dataBytes: 0 },
  { event: "CAN_ErrorFrame", dataBytes: 8 },
];

/** Record: time (double, seconds), id, bus channel, one byte of flags, DLC, length, payload. */
export const RECORD = { time: 0, id: 8, channel: 12, flags: 13, dlc: 14, length: 15, data: 16 } as const;
/** Bits of the flags byte. */
export const BIT = { IDE: 0, Dir: 1, EDL: 2, BRS: 3, ESI: 4 } as const;

const UINT = 0;
const FLOAT = 4;
const BYTE_ARRAY = 10;
/** cn_flags bit 10: bus event. */
const BUS_EVENT = 0x400;
/** cg_flags: bus event, plain bus event. */
const GROUP_FLAGS = 0x6;

interface ChannelSpec {
  name: string;
  type?: number;
  sync?: number;
  dataType: number;
  byte: number;
  bit?: number;
  bits: number;
  flags: number;
  composition?: number;
}

/** Addresses that are filled in when the file is complete. */
export interface GroupAddresses {
  /** Address of the DG block. */
  dataGroup: number;
  /** Where the link to the data stands. */
  dataLink: number;
  /** Where the number of records stands. */
  cycleCount: number;
}

export function recordBytes(group: FrameGroup): number {
  return RECORD.data + group.dataBytes;
}

/** Adds DG, CG and CN blocks; `next` is the DG that follows. */
export function addGroup(builder: BlockBuilder, group: FrameGroup, next: number): GroupAddresses {
  const source = builder.add("SI", [builder.text("TX", "CAN"), 0, 0], new Uint8Array([2, 2, 0, 0, 0, 0, 0, 0]));
  const parts = frameParts(group);
  let part = 0;
  for (const spec of parts.reverse())
    part = addChannel(builder, { ...spec, name: `${group.event}.${spec.name}` }, part);
  const bits = 8 * (recordBytes(group) - RECORD.id);
  const frame = { name: group.event, dataType: BYTE_ARRAY, byte: RECORD.id, bits, flags: BUS_EVENT, composition: part };
  const channel = addChannel(builder, frame, 0);
  const time = { name: "Timestamp", type: 2, sync: 1, dataType: FLOAT, byte: RECORD.time, bits: 64, flags: 0 };
  const first = addChannel(builder, time, channel);
  const data = new Uint8Array(32);
  const view = new DataView(data.buffer);
  view.setUint16(16, GROUP_FLAGS, true);
  view.setUint16(18, 0x2e, true);
  view.setUint32(24, recordBytes(group), true);
  const name = builder.text("TX", group.event);
  const channelGroup = builder.add("CG", [0, first, name, source, 0, 0], data);
  const dataGroup = builder.add("DG", [next, channelGroup, 0, 0], new Uint8Array(8));
  return { dataGroup, dataLink: dataGroup + 24 + 16, cycleCount: channelGroup + 24 + 48 + 8 };
}

function frameParts(group: FrameGroup): ChannelSpec[] {
  const uint = (name: string, byte: number, bits: number, bit = 0): ChannelSpec => {
    return { name, dataType: UINT, byte, bit, bits, flags: BUS_EVENT };
  };
  const parts = [
    uint("BusChannel", RECORD.channel, 8),
    uint("ID", RECORD.id, 29),
    uint("IDE", RECORD.flags, 1, BIT.IDE),
    uint("Dir", RECORD.flags, 1, BIT.Dir),
    uint("DLC", RECORD.dlc, 4),
    uint("DataLength", RECORD.length, 7),
  ];
  if (group.event === "CAN_DataFrame") {
    for (const name of ["EDL", "BRS", "ESI"] as const) parts.push(uint(name, RECORD.flags, 1, BIT[name]));
  }
  if (group.dataBytes > 0) {
    const bits = 8 * group.dataBytes;
    parts.push({ name: "DataBytes", dataType: BYTE_ARRAY, byte: RECORD.data, bits, flags: BUS_EVENT });
  }
  return parts;
}

function addChannel(builder: BlockBuilder, spec: ChannelSpec, next: number): number {
  const data = new Uint8Array(72);
  const view = new DataView(data.buffer);
  data.set([spec.type ?? 0, spec.sync ?? 0, spec.dataType, spec.bit ?? 0]);
  view.setUint32(4, spec.byte, true);
  view.setUint32(8, spec.bits, true);
  view.setUint32(12, spec.flags, true);
  const name = builder.text("TX", spec.name);
  const unit = spec.type === 2 ? builder.text("TX", "s") : 0;
  return builder.add("CN", [next, spec.composition ?? 0, name, 0, 0, 0, unit, 0], data);
}
