import { parseHex } from "@canopy/can/bytes/hex";
import { checkChecksums, likelyChecksum } from "@canopy/can/samples/checksums";
import { checkCounter } from "@canopy/can/samples/counters";
import type { TextKey } from "../../platform/i18n.ts";
import { numberCell, textCell, timeCell } from "./function-result.ts";
import { figure, type Run } from "./function-run.ts";
import "./function-texts.ts";

export const counter: Run = ({ t, options }, source) => {
  if (source.samples.value.length < 2) return undefined;
  const found = checkCounter(source.samples, options.modulus);
  return {
    figures: [
      figure(t, "signals.fn.checked", numberCell(found.checked)),
      figure(t, "signals.fn.repeated", numberCell(found.repeated)),
      figure(t, "signals.fn.skipped", numberCell(found.skipped)),
      figure(t, "signals.fn.lost", numberCell(found.lost)),
    ],
    chart: undefined,
    table: {
      columns: ["time", "fault", "expected", "found"].map((name) => t(`signals.fn.${name}` as TextKey)),
      rows: found.faults.map(({ timeUs, kind, expected, found: got }) => [
        timeCell(timeUs),
        textCell(t(`signals.fn.${kind}`)),
        numberCell(expected),
        numberCell(got),
      ]),
    },
    notes: [],
  };
};

const hexByte = (value: number) => textCell(`0x${value.toString(16).toUpperCase().padStart(2, "0")}`);

export const checksum: Run = ({ t, options }, source) => {
  const payloads = source.payloads.map((hex) => {
    const bytes = parseHex(hex);
    return bytes.ok ? bytes.value : new Uint8Array(0);
  });
  if (payloads.length === 0) return undefined;
  const { checksumByte } = options;
  const kind = options.checksum === "auto" ? likelyChecksum(payloads, checksumByte) : options.checksum;
  if (kind === undefined)
    return { figures: [], chart: undefined, table: undefined, notes: [t("signals.fn.noAlgorithm")] };
  const found = checkChecksums(source.samples.timeUs, payloads, kind, checksumByte);
  return {
    figures: [
      figure(t, "signals.fn.algorithm", textCell(t(`signals.fn.checksum.${kind}`))),
      figure(t, "signals.fn.checked", numberCell(found.checked)),
      figure(t, "signals.fn.wrong", numberCell(found.wrong)),
      figure(t, "signals.fn.tooShort", numberCell(found.tooShort)),
    ],
    chart: undefined,
    table: {
      columns: ["time", "expected", "found"].map((name) => t(`signals.fn.${name}` as TextKey)),
      rows: found.faults.map(({ timeUs, expected, found: got }) => [timeCell(timeUs), hexByte(expected), hexByte(got)]),
    },
    notes: [],
  };
};
