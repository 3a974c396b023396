import { FLAG_ERROR, FLAG_REMOTE } from "../../frame/frame.ts";
import type { Channel, ChannelGroup } from "./structure.ts";

/** An unsigned number in the record, or a constant (a virtual channel: bit count 0). */
export interface Field {
  byte: number;
  bit: number;
  bytes: number;
  mask: number;
  constant: number;
}

export interface TimeField {
  byte: number;
  kind: "float64" | "float32" | "uint";
  bytes: number;
  /** Microseconds = offset + factor × raw. */
  offsetUs: number;
  factorUs: number;
}

/** Where the parts of a CAN frame lie in the records of a group (ASAM MDF bus logging 1.0). */
export interface FrameLayout {
  flags: number;
  recordBytes: number;
  time: TimeField;
  id: Field | undefined;
  extended: Field | undefined;
  channel: Field | undefined;
  dlc: Field | undefined;
  length: Field | undefined;
  direction: Field | undefined;
  fd: Field | undefined;
  brs: Field | undefined;
  esi: Field | undefined;
  dataAt: number;
  /** Room for the payload; for variable length the bytes of its offset. */
  dataBytes: number;
  /** Where the payloads are, of a channel whose values have variable length; the record then holds an offset. */
  vlsdLink: number | undefined;
}

const EVENTS: Record<string, number> = {
  CAN_DataFrame: 0,
  CAN_RemoteFrame: FLAG_REMOTE,
  CAN_ErrorFrame: FLAG_ERROR,
};
const TYPE_VLSD = 1;
const TYPE_MASTER = 2;

/** Undefined when the group holds no CAN frames; "broken" when its fields do not fit its records. */
export function frameLayout(group: ChannelGroup): FrameLayout | "broken" | undefined {
  const event = Object.keys(EVENTS).find((name) => group.channels.some((c) => c.name.split(".").includes(name)));
  if (event === undefined) return undefined;
  const part = (name: string): Channel | undefined =>
    group.channels.find((c) => c.name.endsWith(`${event}.${name}`) || c.name === name);
  const field = (name: string): Field | undefined => fieldOf(part(name), group.recordBytes);
  const master = group.channels.find((c) => c.type === TYPE_MASTER && c.sync === 1);
  const time = master === undefined ? undefined : timeOf(master, group.recordBytes);
  if (time === undefined) return "broken";
  const data = part("DataBytes");
  const isVlsd = data?.type === TYPE_VLSD;
  const dataBytes = data === undefined ? 0 : data.bitCount >> 3;
  if (data !== undefined && data.byteOffset + dataBytes > group.recordBytes) return "broken";
  if (isVlsd && dataBytes !== 4 && dataBytes !== 8) return "broken";
  const id = field("ID");
  const dlc = field("DLC");
  const length = part("DataLength")?.hasTable ? undefined : field("DataLength");
  const flags = EVENTS[event] as number;
  // Without them every frame would have the identifier 0, or no payload. Error frames may have no identifier.
  if (id === undefined && (flags !== FLAG_ERROR || part("ID") !== undefined)) return "broken";
  if (dataBytes > 0 && dlc === undefined && length === undefined) return "broken";
  return {
    flags,
    recordBytes: group.recordBytes,
    time,
    id,
    extended: field("IDE"),
    channel: field("BusChannel"),
    dlc,
    length,
    direction: field("Dir"),
    fd: field("EDL"),
    brs: field("BRS"),
    esi: field("ESI"),
    dataAt: data?.byteOffset ?? 0,
    dataBytes,
    vlsdLink: isVlsd ? data.dataLink : undefined,
  };
}

function fieldOf(channel: Channel | undefined, recordBytes: number): Field | undefined {
  if (channel === undefined) return undefined;
  const { bitOffset: bit, bitCount, byteOffset: byte } = channel;
  if (bitCount === 0) return { byte: 0, bit: 0, bytes: 0, mask: 0, constant: channel.offset };
  const bytes = (bit + bitCount + 7) >> 3;
  // Unsigned little endian is what bus logging prescribes for all of them.
  if (bitCount > 32 || bit > 7 || byte + bytes > recordBytes || channel.dataType !== 0) return undefined;
  const mask = bitCount === 32 ? 0xffffffff : 2 ** bitCount - 1;
  return { byte, bit, bytes, mask, constant: 0 };
}

function timeOf(master: Channel, recordBytes: number): TimeField | undefined {
  const { byteOffset: byte, bitCount, dataType } = master;
  const bytes = bitCount >> 3;
  const isWhole = bitCount % 8 === 0 && bytes >= 1 && bytes <= 8 && byte + bytes <= recordBytes;
  if (!isWhole || master.bitOffset !== 0) return undefined;
  const scale = { byte, bytes, offsetUs: master.offset * 1e6, factorUs: master.factor * 1e6 };
  if (dataType === 4 && bytes === 8) return { ...scale, kind: "float64" };
  if (dataType === 4 && bytes === 4) return { ...scale, kind: "float32" };
  return dataType === 0 || dataType === 2 ? { ...scale, kind: "uint" } : undefined;
}
