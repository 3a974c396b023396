import { CURRENT_DATA_PIDS, type ObdPidDefinition, type ObdValueDefinition } from "./current-data-pids.ts";
import { type MonitorStatus, readMonitorStatus } from "./monitor-status.ts";
import { isSupportPid, supportedPids } from "./supported-pids.ts";

export const MODE_CURRENT_DATA = 0x01;

export type ObdReading =
  | { kind: "value"; pid: number; definition: ObdValueDefinition; raw: number; value: number }
  | { kind: "supported"; pid: number; pids: number[] }
  | { kind: "monitors"; pid: number; status: MonitorStatus };

export interface CurrentData {
  readings: ObdReading[];
  /** From the first PID whose size is not known, or whose bytes are missing. */
  rest: Uint8Array;
}

/** Up to six PIDs in one request on CAN (SAE J1979, 6.1). */
export function encodeCurrentDataRequest(pids: readonly number[]): Uint8Array {
  return Uint8Array.of(MODE_CURRENT_DATA, ...pids.slice(0, 6));
}

/** Reads an answer `41 pid data [pid data …]`; undefined when it is none. */
export function decodeCurrentData(response: Uint8Array): CurrentData | undefined {
  if (response[0] !== MODE_CURRENT_DATA + 0x40 || response.length < 2) return undefined;
  const readings: ObdReading[] = [];
  let at = 1;
  while (at < response.length) {
    const pid = response[at] ?? 0;
    const size = sizeOf(pid);
    if (size === undefined || at + 1 + size > response.length) break;
    readings.push(...read(pid, response.subarray(at + 1, at + 1 + size)));
    at += 1 + size;
  }
  return { readings, rest: response.slice(at) };
}

function sizeOf(pid: number): number | undefined {
  if (isSupportPid(pid) || isMonitorPid(pid)) return 4;
  return CURRENT_DATA_PIDS.get(pid)?.size;
}

function isMonitorPid(pid: number): boolean {
  return pid === 0x01 || pid === 0x41;
}

function read(pid: number, data: Uint8Array): ObdReading[] {
  if (isSupportPid(pid)) return [{ kind: "supported", pid, pids: supportedPids(pid, data) }];
  if (isMonitorPid(pid)) return [{ kind: "monitors", pid, status: readMonitorStatus(data) }];
  const definition: ObdPidDefinition | undefined = CURRENT_DATA_PIDS.get(pid);
  return (definition?.values ?? []).map((value) => {
    const raw = rawOf(data, value);
    return { kind: "value", pid, definition: value, raw, value: raw * value.factor + value.offset };
  });
}

function rawOf(data: Uint8Array, { at, bytes, isSigned }: ObdValueDefinition): number {
  let raw = 0;
  for (let i = 0; i < bytes; i++) raw = raw * 256 + (data[at + i] ?? 0);
  const range = 256 ** bytes;
  return isSigned && raw >= range / 2 ? raw - range : raw;
}
