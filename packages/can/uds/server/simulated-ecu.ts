import type { DtcStatus } from "../dtc-report-response.ts";
import { readMemoryLocation } from "../memory-location.ts";
import {
  NRC_REQUEST_OUT_OF_RANGE,
  NRC_SECURITY_ACCESS_DENIED,
  NRC_SUB_FUNCTION_NOT_SUPPORTED,
} from "../negative-response.ts";
import { PayloadReader, payload, uint } from "../payload.ts";
import { clearDiagnosticInformation } from "../services/clear-diagnostic-information.ts";
import { SESSION_EXTENDED, SESSION_PROGRAMMING } from "../services/diagnostic-session-control.ts";
import { inputOutputControlByIdentifier } from "../services/input-output-control-by-identifier.ts";
import { readDataByIdentifier } from "../services/read-data-by-identifier.ts";
import { readDtcInformation } from "../services/read-dtc-information.ts";
import { readMemoryByAddress } from "../services/read-memory-by-address.ts";
import { ROUTINE_ERASE_MEMORY, type RoutineResponse, routineControl } from "../services/routine-control.ts";
import { writeDataByIdentifier } from "../services/write-data-by-identifier.ts";
import { downloadHandlers } from "./download-handlers.ts";
import { FlashMemory, type SoftwareSettings } from "./flash-memory.ts";
import { type BoundHandler, negative, positive, type Reply, serve } from "./handler.ts";
import { type SecurityOptions, securityHandler } from "./security-handler.ts";
import { createUdsServer, type UdsServer } from "./server.ts";
import { standardHandlers } from "./standard-handlers.ts";

export interface SimulatedEcuSettings {
  identifiers?: ReadonlyMap<number, Uint8Array>;
  dtcs?: readonly DtcStatus[];
  security: Pick<SecurityOptions, "seed" | "isKey">;
  /** Flash memory: first address and size. */
  flash: { start: number; size: number };
  maxBlockLength?: number;
  /** How long an erase takes. */
  eraseUs?: number;
  /** Snapshot (19 04) or extended data (19 06) of a stored code, without its DTC; absent: there is none. */
  recordsOf?: (kind: "snapshot" | "extended", dtc: number) => Uint8Array | undefined;
  /** With a boot loader: without it the memory is only memory. */
  software?: SoftwareSettings;
  /** Status byte of the other routines; 0 is good. Absent: always good. */
  routineStatus?: (routine: number, data: Uint8Array, flash: Uint8Array) => number;
}

export interface SimulatedEcu {
  server: UdsServer;
  identifiers: Map<number, Uint8Array>;
  dtcs: DtcStatus[];
  flash: Uint8Array;
  memory: FlashMemory;
  losePower(): void;
}

const FLASHING = [SESSION_PROGRAMMING];
const WRITING = [SESSION_PROGRAMMING, SESSION_EXTENDED];
const AVAILABILITY_MASK = 0xff;

/** A whole ECU for simulated vehicles and tests: identifiers, trouble codes, security and a flash memory. */
export function createSimulatedEcu(settings: SimulatedEcuSettings): SimulatedEcu {
  const identifiers = new Map(settings.identifiers ?? []);
  const dtcs = [...(settings.dtcs ?? [])];
  const memory = new FlashMemory(settings.flash, identifiers, settings.software);
  const server = createUdsServer([
    ...standardHandlers({ timing: { p2Ms: 50, p2StarMs: 5000 }, onReset: () => memory.boot() }),
    securityHandler({ ...settings.security, levels: [1, 3], sessions: WRITING }),
    ...identifierHandlers(identifiers),
    ...dtcHandlers(dtcs, settings.recordsOf),
    ...memoryHandlers(settings, memory),
  ]);
  const losePower = () => {
    server.losePower();
    memory.boot();
  };
  return { server, identifiers, dtcs, flash: memory.bytes, memory, losePower };
}

function identifierHandlers(identifiers: Map<number, Uint8Array>): BoundHandler[] {
  return [
    serve(readDataByIdentifier, {
      handle({ identifiers: asked }) {
        const known = asked.flatMap((id) =>
          identifiers.has(id) ? [{ id, data: identifiers.get(id) ?? payload() }] : [],
        );
        const [first, ...others] = known;
        // ISO 14229-1, 11.2: unknown identifiers are left out, none known is an error.
        if (!first) return negative(NRC_REQUEST_OUT_OF_RANGE);
        const rest = others.map(({ id, data }) => payload(uint(id, 2), data));
        return positive({ identifier: first.id, data: payload(first.data, ...rest) });
      },
    }),
    serve(writeDataByIdentifier, {
      sessions: WRITING,
      secured: true,
      handle({ identifier, data }) {
        identifiers.set(identifier, data);
        return positive({ identifier });
      },
    }),
    serve(inputOutputControlByIdentifier, {
      sessions: WRITING,
      handle: (request) =>
        identifiers.has(request.identifier) ? positive(request) : negative(NRC_REQUEST_OUT_OF_RANGE),
    }),
  ];
}

function dtcHandlers(dtcs: DtcStatus[], recordsOf: SimulatedEcuSettings["recordsOf"]): BoundHandler[] {
  return [
    serve(clearDiagnosticInformation, {
      handle({ group }) {
        const kept = group === 0xffffff ? [] : dtcs.filter(({ dtc }) => dtc !== group);
        dtcs.splice(0, dtcs.length, ...kept);
        return positive({});
      },
    }),
    serve(readDtcInformation, {
      handle(request) {
        const { report } = request;
        const mask = request.shape === "statusMask" ? request.statusMask : 0xff;
        const matching = dtcs.filter(({ status }) => report === 0x0a || (status & mask) !== 0);
        const availabilityMask = AVAILABILITY_MASK;
        if (report === 0x01)
          return positive({ report, kind: "count", availabilityMask, format: 1, count: matching.length });
        if (report === 0x02 || report === 0x0a)
          return positive({ report, kind: "list", availabilityMask, dtcs: matching });
        if (request.shape === "dtcRecord" && (report === 0x04 || report === 0x06)) {
          const found = dtcs.find(({ dtc }) => dtc === request.dtc);
          const records = found && recordsOf?.(report === 0x04 ? "snapshot" : "extended", found.dtc);
          if (!records) return negative(NRC_REQUEST_OUT_OF_RANGE);
          return positive({ report, kind: "records", memory: null, ...found, records });
        }
        return negative(NRC_SUB_FUNCTION_NOT_SUPPORTED);
      },
    }),
  ];
}

function memoryHandlers(settings: SimulatedEcuSettings, memory: FlashMemory): BoundHandler[] {
  const contains = (address: number, size: number) => memory.contains(address, size);

  function erase(data: Uint8Array, done: RoutineResponse): Reply<RoutineResponse> {
    const location = readMemoryLocation(new PayloadReader(data));
    if (location === "badField" || !contains(location.address, location.size))
      return negative(NRC_REQUEST_OUT_OF_RANGE);
    memory.beginErase(location);
    const reply = () => {
      memory.erase(location);
      return positive(done);
    };
    return settings.eraseUs ? { kind: "later", afterUs: settings.eraseUs, reply } : reply();
  }

  return [
    ...downloadHandlers({
      maxBlockLength: settings.maxBlockLength ?? 258,
      sessions: FLASHING,
      accepts: contains,
      write: (address, data) => {
        memory.write(address, data);
        return null;
      },
    }),
    serve(routineControl, {
      sessions: WRITING,
      handle({ controlType, routine, data }, { state }) {
        if (routine === ROUTINE_ERASE_MEMORY) {
          if (state.unlockedLevel === 0) return negative(NRC_SECURITY_ACCESS_DENIED);
          return erase(data, { controlType, routine, data: Uint8Array.of(0) });
        }
        const status = settings.routineStatus?.(routine, data, memory.bytes) ?? memory.check(routine, data) ?? 0;
        return positive({ controlType, routine, data: Uint8Array.of(status) });
      },
    }),
    serve(readMemoryByAddress, {
      sessions: WRITING,
      secured: true,
      handle: ({ address, size }) =>
        contains(address, size)
          ? positive({ data: memory.bytes.slice(address - memory.start, address - memory.start + size) })
          : negative(NRC_REQUEST_OUT_OF_RANGE),
    }),
  ];
}
