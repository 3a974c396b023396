import type { FaultReport } from "@canopy/can/faults/fault-reader";
import { MAX_BUS_FAULTS, type SenderFacts } from "@canopy/contract/diagnosis/bus-faults";

const MAX_TEXT = 64;
const MAX_CALIBRATIONS = 16;

interface Place {
  readonly channel: number;
  readonly protocol: string;
  readonly source: number;
  readonly list: string;
}

export interface ToldSender extends Place {
  readonly heardUs: number;
  readonly facts: SenderFacts;
}

export interface SeenFault extends Place {
  readonly code: number;
  readonly firstUs: number;
  readonly lastUs: number;
  readonly occurrences: number | null;
}

/** What a device told since the last look, folded: the newest message of each list, first and last time of each fault. */
export class ToldFaults {
  readonly #senders = new Map<string, ToldSender>();
  readonly #faults = new Map<string, SeenFault>();

  get senders(): readonly ToldSender[] {
    return [...this.#senders.values()];
  }

  get faults(): readonly SeenFault[] {
    return [...this.#faults.values()];
  }

  add(report: FaultReport): void {
    const { channel, protocol, source, timeUs } = report;
    const list = report.kind === "faults" ? report.list : report.kind;
    const place = { channel, protocol, source, list };
    const key = `${channel}/${protocol}/${source}/${list}`;
    const known = this.#senders.get(key);
    if (known === undefined && this.#senders.size >= MAX_BUS_FAULTS) return;
    const isNewest = timeUs >= (known?.heardUs ?? 0);
    const facts = isNewest ? { ...known?.facts, ...factsOf(report) } : { ...factsOf(report), ...known?.facts };
    this.#senders.set(key, { ...place, heardUs: Math.max(timeUs, known?.heardUs ?? 0), facts });
    if (report.kind !== "faults") return;
    for (const { code, occurrences } of report.faults)
      this.#see(`${key}/${code}`, { ...place, code }, occurrences, timeUs);
  }

  #see(key: string, of: Place & { readonly code: number }, occurrences: number | null, timeUs: number): void {
    const known = this.#faults.get(key);
    if (known === undefined && this.#faults.size >= MAX_BUS_FAULTS) return;
    const firstUs = Math.min(timeUs, known?.firstUs ?? timeUs);
    const lastUs = Math.max(timeUs, known?.lastUs ?? timeUs);
    this.#faults.set(key, { ...of, firstUs, lastUs, occurrences: occurrences ?? known?.occurrences ?? null });
  }
}

function factsOf(report: FaultReport): SenderFacts {
  if (report.kind === "faults") return report.lamps ? { lamps: report.lamps } : {};
  if (report.kind === "monitors") {
    const { isMilOn, dtcCount, monitors } = report.status;
    return { is_mil_on: isMilOn, dtc_count: dtcCount, monitors };
  }
  const { information } = report;
  if (information.kind === "vin") return { vin: information.vin.slice(0, MAX_TEXT) };
  if (information.kind === "ecuName") return { ecu_name: information.name.slice(0, MAX_TEXT) };
  if (information.kind === "calibrationIds") return { calibration_ids: information.ids.slice(0, MAX_CALIBRATIONS) };
  return {};
}
