/** The functions of a test script that run outside of its engine: loaded by the process of the sandbox. */
import { CHECKSUMS, checksum, counter, cycle, responseTime, within } from "@canopy/can/measure/measure";
import { type FrameSamples, type Measurement, NO_DATA, type Samples } from "@canopy/can/measure/samples";
import { channelName } from "@canopy/contract/device-link/channels";
import type { HostFunctions } from "../../platform/sandbox/script-run.ts";
import { type CarriedFrames, MAX_CHECKS, type ScriptCheck, type ScriptData } from "./script-api.ts";

type Judged = Omit<ScriptCheck, keyof Measurement> & { readonly measurement: Measurement };

export function hostFunctions(data: unknown): HostFunctions {
  const given = data as ScriptData; // written by `runTestScript`
  const checks: ScriptCheck[] = [];
  const keep = ({ measurement, ...of }: Judged): ScriptCheck => {
    if (checks.length >= MAX_CHECKS) throw new Error(`more than ${MAX_CHECKS} checks`);
    const check = { ...of, ...measurement };
    checks.push(check);
    return check;
  };
  const helpers = helpersOver(given);
  const kept = Object.entries(helpers).map(([name, judge]) => [name, (...args: unknown[]) => keep(judge(args))]);
  return {
    ...Object.fromEntries(kept),
    times: (name) => signalOf(given, name).times.slice().buffer,
    values: (name) => signalOf(given, name).values.slice().buffer,
    signals: () => Object.keys(given.signals),
    check: (subject, passed, measured) => keep(ownCheck(subject, passed, measured)),
    report: () => checks,
  };
}

function helpersOver(data: ScriptData): Record<string, (args: readonly unknown[]) => Judged> {
  return {
    within([name, low, high]) {
      const [from, to] = [number("within", low), number("within", high)];
      const measurement = within(signalOf(data, name), from, to);
      return { kind: "within", subject: String(name), requirement: `${from} … ${to}`, measurement };
    },
    cycle([what, period, percent = 10]) {
      const [ms, tolerance] = [number("cycle", period), number("cycle", percent)];
      const times = typeof what === "string" ? signalOf(data, what) : framesOf(data, what);
      const requirement = `${ms} ms ± ${tolerance} %`;
      return { kind: "cycle", subject: shown(what), requirement, measurement: cycle(times, ms, tolerance) };
    },
    responseTime([cause, causeLevel, effect, effectLevel, limit]) {
      const ms = number("responseTime", limit);
      const measurement = responseTime(
        { samples: signalOf(data, cause), level: number("responseTime", causeLevel) },
        { samples: signalOf(data, effect), level: number("responseTime", effectLevel) },
        ms,
      );
      return { kind: "responseTime", subject: `${cause} → ${effect}`, requirement: `≤ ${ms} ms`, measurement };
    },
    counter([name, modulus = 16]) {
      const values = number("counter", modulus);
      const measurement = counter(signalOf(data, name), values);
      return { kind: "counter", subject: String(name), requirement: `+ 1 mod ${values}`, measurement };
    },
    checksum([what, algorithm, byte]) {
      const name = CHECKSUMS.find((known) => known === algorithm);
      if (name === undefined) throw new Error(`checksum: one of ${CHECKSUMS.join(", ")}`);
      const at = number("checksum", byte);
      const measurement = checksum(framesOf(data, what), name, at);
      return { kind: "checksum", subject: shown(what), requirement: `${name}, byte ${at}`, measurement };
    },
  };
}

function ownCheck(subject: unknown, passed: unknown, measured: unknown): Judged {
  const value = typeof measured === "number" ? measured : null;
  const failed = passed === true ? 0 : 1;
  const measurement: Measurement =
    passed === null
      ? NO_DATA
      : { ...NO_DATA, outcome: failed === 0 ? "passed" : "failed", measured: value, judged: 1, failed };
  return { kind: "check", subject: String(subject).slice(0, 200), requirement: "", measurement };
}

function shown(what: unknown): string {
  return typeof what === "number" ? `0x${what.toString(16).toUpperCase().padStart(3, "0")}` : String(what);
}

function number(helper: string, value: unknown): number {
  if (typeof value !== "number" || Number.isNaN(value)) throw new Error(`${helper}: a number is missing`);
  return value;
}

function signalOf({ signals }: ScriptData, name: unknown): Samples {
  const found = typeof name === "string" && Object.hasOwn(signals, name) ? signals[name] : undefined;
  if (found === undefined) throw new Error(`no signal ${String(name)}`);
  return found;
}

/** Of an identifier that is there once, or of the message that carries a signal. */
function framesOf(data: ScriptData, what: unknown): FrameSamples {
  const { frames } = data;
  if (typeof what === "string") {
    signalOf(data, what);
    return frames.find(({ signals }) => signals.includes(what)) ?? NO_FRAMES;
  }
  const [found, other] = frames.filter(({ id }) => id === Number(what));
  if (found && other)
    throw new Error(
      `${shown(what)} is in frames of ${busOf(found)} and of ${busOf(other)}: name a signal of it, such as '${found.signals[0]}'`,
    );
  return found ?? NO_FRAMES;
}

const busOf = ({ channel, isExtended }: CarriedFrames): string =>
  `${channelName(channel)} (${isExtended ? "29" : "11"} bits)`;

const NO_FRAMES: FrameSamples = {
  times: new Float64Array(),
  lengths: new Uint8Array(),
  data: new Uint8Array(),
  stride: 8,
};
