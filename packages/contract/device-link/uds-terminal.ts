import { formatHex, parseHex } from "@canopy/can/bytes/hex";
import type { Frame } from "@canopy/can/frame/frame";
import { normalAddress } from "@canopy/can/isotp/address";
import type { JobAction, JobEvent } from "@canopy/can/uds/job/job-event";
import { TesterBench } from "@canopy/can/uds/job/tester-bench";
import type { JobOrder, JobStep } from "@canopy/can/uds/job/uds-job";
import { suppressesPositive } from "@canopy/can/uds/match-response";
import { serviceNameOf, UDS_SERVICES } from "@canopy/can/uds/services";
import type { TesterSettings } from "@canopy/can/uds/tester";
import { unlockKey } from "@canopy/can/uds/unlock/unlock-algorithm";
import { MAX_EVENT_FRAMES, type UdsEvent, type UdsProgress, type UdsRun, type UdsSettings } from "./uds-job.ts";
import { unlockAlgorithm } from "./unlock-operations.ts";

/** Of one message, well below the packet of the device link. */
const MAX_MESSAGE_CHARACTERS = 100_000;

/** Diagnostic jobs of a terminal on one channel: requests of the cloud in, frames and messages to the cloud out. */
export class TerminalJobs {
  private readonly bench = new TesterBench();
  /** From the clock of the bus to the terminal's own. */
  private readonly toClockUs: (timeUs: number) => number;
  private job = "";
  private count = 0;
  private told: UdsProgress[] = [];

  constructor(toClockUs: (timeUs: number) => number) {
    this.toClockUs = toClockUs;
  }

  get isBusy(): boolean {
    return this.bench.isBusy;
  }

  /** UDS-04: no job is under way and no session is held open, so that a flash may have the vehicle. */
  get isFree(): boolean {
    return !this.bench.isBusy && !this.bench.holdsSession;
  }

  get deadlineUs(): number {
    return this.bench.deadlineUs;
  }

  start(run: UdsRun, nowUs: number): Frame[] {
    this.job = run.job;
    this.count = 0;
    return this.follow(this.bench.start(testerSettings(run.settings), orderOf(run), nowUs));
  }

  receive(frame: Frame, nowUs: number): Frame[] {
    return this.follow(this.bench.receive(frame, nowUs));
  }

  tick(nowUs: number): Frame[] {
    return this.follow(this.bench.tick(nowUs));
  }

  cancel(job: string): Frame[] {
    return job === this.job ? this.follow(this.bench.cancel()) : [];
  }

  end(nowUs: number): Frame[] {
    return this.follow(this.bench.end(nowUs));
  }

  /** The connection is gone: what could not be stopped any more must not go on (docs/device-protocol.md 2.5). */
  drop(): void {
    this.bench.drop();
    this.told = [];
  }

  /** Messages for `up/uds` since the last call. */
  messages(): UdsProgress[] {
    const told = this.told;
    this.told = [];
    return told;
  }

  private follow(actions: readonly JobAction[]): Frame[] {
    const frames: Frame[] = [];
    for (const action of actions) {
      if (action.kind === "send") frames.push(action.frame);
      else if (action.kind === "event") this.tell(this.eventOf(action.event));
      else this.last().end = action.end;
    }
    return frames;
  }

  private tell(event: UdsEvent): void {
    const last = this.last();
    const isFull = last.events.length > 0 && JSON.stringify(last).length > MAX_MESSAGE_CHARACTERS;
    if (isFull) this.told.push({ job: this.job, events: [event] });
    else last.events.push(event);
  }

  private last(): UdsProgress {
    const last = this.told.at(-1);
    if (last?.job === this.job && last.end === undefined) return last;
    const made: UdsProgress = { job: this.job, events: [] };
    this.told.push(made);
    return made;
  }

  private eventOf(event: JobEvent): UdsEvent {
    const time_us = this.toClockUs(event.timeUs);
    const frames = event.frames
      .slice(-MAX_EVENT_FRAMES)
      .map(({ timeUs, id, isSent, data }): UdsEvent["frames"][number] => [
        this.toClockUs(timeUs),
        id,
        isSent,
        formatHex(data),
      ]);
    const from = event.from === undefined ? {} : { from: event.from };
    return { n: this.count++, time_us, step: event.step, kind: event.kind, ...contentOf(event), ...from, frames };
  }
}

function contentOf(event: JobEvent): Pick<UdsEvent, "data" | "functional" | "count" | "fault"> {
  switch (event.kind) {
    case "request":
      return { data: formatHex(event.bytes), functional: event.functional };
    case "negative":
      return { data: formatHex(Uint8Array.of(0x7f, event.sid, event.code)) };
    case "pending":
      return { data: "", count: event.count };
    case "silent":
      return { data: "" };
    case "fault":
      return { data: formatHex(event.bytes), fault: event.fault };
    default:
      return { data: formatHex(event.bytes) };
  }
}

export function testerSettings(settings: UdsSettings): TesterSettings {
  const { physical_id, response_id, functional_id, extended, channel, fd } = settings;
  const of = (txId: number) => ({ ...normalAddress(txId, response_id), extendedIds: extended });
  return {
    physical: of(physical_id),
    functional: of(functional_id),
    isoTp: {
      channel,
      ...(fd && { fd: true, bitRateSwitch: true, txDl: 64 }),
      padding: settings.fill_byte,
      stMin: settings.remote_st_min_ms,
      blockSize: settings.block_size,
      timing: { nBsUs: settings.fc_timeout_ms * 1000 },
    },
    timing: {
      p2Us: settings.timeout_ms * 1000,
      p2StarUs: settings.enhanced_timeout_ms * 1000,
      pendingCapUs: settings.execution_time_s * 1e6,
      adoptsServerTiming: settings.protocol_version === "2006" ? false : "longer",
    },
  };
}

function orderOf({ steps, go_on, settings }: UdsRun): JobOrder {
  return {
    goesOn: go_on,
    executionUs: settings.execution_time_s * 1e6,
    steps: steps.map((step) => ("unlock" in step ? unlockStepOf(step) : requestOf(step, settings))),
  };
}

function unlockStepOf({ unlock, algorithm }: Extract<UdsRun["steps"][number], { unlock: number }>): JobStep {
  const declared = unlockAlgorithm(algorithm);
  return { kind: "unlock", level: unlock, keyOf: (seed) => unlockKey(declared, unlock, seed) };
}

function requestOf(
  { data, functional }: Extract<UdsRun["steps"][number], { data: string }>,
  settings: UdsSettings,
): JobStep {
  const read = parseHex(data);
  const bytes = read.ok ? read.value : new Uint8Array(0);
  return { kind: "request", bytes: settings.suppress_response ? suppressed(bytes) : bytes, functional };
}

/** Bit 80 of the sub-function, where the service has one. */
function suppressed(bytes: Uint8Array): Uint8Array {
  const name = serviceNameOf(bytes[0] ?? 0);
  if (name === undefined || !UDS_SERVICES[name].hasSubFunction || suppressesPositive(bytes)) return bytes;
  return bytes.map((byte, i) => (i === 1 ? byte | 0x80 : byte));
}
