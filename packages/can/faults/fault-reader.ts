import type { FrameBatch } from "../frame/batch.ts";
import { FLAG_ERROR, FLAG_EXTENDED, FLAG_REMOTE, type Frame } from "../frame/frame.ts";
import { IsoTpReassembler } from "../isotp/reassemble.ts";
import { type Lamps, readDiagnosticMessage } from "../j1939/diagnostic-messages.ts";
import { parseJ1939Id } from "../j1939/id.ts";
import { PGN_DM1, PGN_DM2 } from "../j1939/parameter-groups.ts";
import { J1939Reassembler } from "../j1939/reassemble.ts";
import { decodeCurrentData } from "../obd/current-data.ts";
import type { MonitorStatus } from "../obd/monitor-status.ts";
import { decodeTroubleCodes, MODE_PENDING_CODES, MODE_PERMANENT_CODES } from "../obd/trouble-codes.ts";
import { decodeVehicleInformation, type VehicleInformation } from "../obd/vehicle-information.ts";
import { parseDtc } from "../uds/dtc.ts";
import { j1939FaultCode } from "./fault-code.ts";

/** DM1, DM2; modes 03, 07, 0A of OBD-II. */
export const FAULT_LISTS = ["active", "previous", "stored", "pending", "permanent"] as const;
type FaultList = (typeof FAULT_LISTS)[number];

interface ToldFault {
  readonly code: number;
  /** Null: not told. */
  readonly occurrences: number | null;
}

interface Told {
  readonly protocol: "j1939" | "obd";
  readonly channel: number;
  /** The address of the sender, or the identifier of an OBD-II answer. */
  readonly source: number;
  /** Of the last frame of the message. */
  readonly timeUs: number;
}

/** A message about faults that was on the bus. A list is whole: what it lacks is over. */
export type FaultReport = Told &
  (
    | { readonly kind: "faults"; readonly list: FaultList; readonly lamps?: Lamps; readonly faults: ToldFault[] }
    | { readonly kind: "monitors"; readonly status: MonitorStatus }
    | { readonly kind: "information"; readonly information: VehicleInformation }
  );

const NOT_AVAILABLE = 127;
const MAX_ANSWER_BYTES = 4095;
const LISTS_OF_MODES: ReadonlyMap<number, FaultList> = new Map([
  [MODE_PENDING_CODES, "pending"],
  [MODE_PERMANENT_CODES, "permanent"],
]);

/** Whether a frame can belong to such a message: asked for every frame of every device. */
export function canTellFaults(id: number, flags: number): boolean {
  if (flags & (FLAG_REMOTE | FLAG_ERROR)) return false;
  if (!(flags & FLAG_EXTENDED)) return (id & 0x7f8) === 0x7e8;
  if ((id & 0x1fffff00) === 0x18daf100) return true;
  const group = (id >>> 8) & 0x3ffff;
  return group === PGN_DM1 || group === PGN_DM2 || group >>> 8 === 0xec || group >>> 8 === 0xeb;
}

/** Faults that the bus of one device tells by itself (UDS-06): J1939 DM1 and DM2, answers of OBD-II. */
export class FaultReader {
  readonly #transport = new J1939Reassembler();
  readonly #isoTp = new IsoTpReassembler({ maxMessageSize: MAX_ANSWER_BYTES });

  /** Frame i of a batch, for which `canTellFaults` holds. */
  read(frames: FrameBatch, i: number): FaultReport[] {
    const frame = frames.at(i);
    return frame.flags & FLAG_EXTENDED && (frame.id & 0x1fffff00) !== 0x18daf100
      ? this.#readJ1939(frame)
      : this.#readObd(frame);
  }

  #readJ1939(frame: Frame): FaultReport[] {
    const { pgn, source } = parseJ1939Id(frame.id);
    const { channel, timeUs } = frame;
    if (pgn === PGN_DM1 || pgn === PGN_DM2) return diagnosticReport({ channel, source, timeUs }, pgn, frame.data);
    return this.#transport.add(frame).flatMap((event) => {
      if (event.kind !== "message") return [];
      return diagnosticReport({ channel, source: event.source, timeUs: event.lastUs }, event.pgn, event.bytes);
    });
  }

  #readObd(frame: Frame): FaultReport[] {
    return this.#isoTp.add(frame).flatMap((event) => {
      if (event.kind !== "message") return [];
      const { channel, id, lastUs } = event;
      return obdReports({ protocol: "obd", channel, source: id, timeUs: lastUs }, event.bytes);
    });
  }
}

function diagnosticReport(told: Omit<Told, "protocol">, pgn: number, bytes: Uint8Array): FaultReport[] {
  if (pgn !== PGN_DM1 && pgn !== PGN_DM2) return [];
  const message = readDiagnosticMessage(bytes);
  if (!message) return [];
  const faults = message.dtcs.map(({ spn, fmi, occurrences }) => ({
    code: j1939FaultCode(spn, fmi),
    occurrences: occurrences === NOT_AVAILABLE ? null : occurrences,
  }));
  const list = pgn === PGN_DM1 ? "active" : "previous";
  return [{ ...told, protocol: "j1939", kind: "faults", list, lamps: message.lamps, faults }];
}

function obdReports(told: Told, bytes: Uint8Array): FaultReport[] {
  const codes = decodeTroubleCodes(bytes);
  if (codes) {
    const faults = codes.codes.flatMap((text) => {
      const code = parseDtc(text);
      return code === undefined ? [] : { code, occurrences: null };
    });
    return [{ ...told, kind: "faults", list: LISTS_OF_MODES.get(codes.mode) ?? "stored", faults }];
  }
  const information = decodeVehicleInformation(bytes);
  if (information) return [{ ...told, kind: "information", information }];
  // PID 01 has the lamp and the number of codes; PID 41 is of this drive only and has neither.
  return (decodeCurrentData(bytes)?.readings ?? []).flatMap((reading) =>
    reading.kind === "monitors" && reading.pid === 1 ? { ...told, kind: "monitors", status: reading.status } : [],
  );
}
