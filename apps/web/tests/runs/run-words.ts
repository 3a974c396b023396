import { channelName } from "@canopy/contract/device-link/channels";
import type { StageFailure } from "@canopy/contract/tests/runs";
import type { Verdict } from "@canopy/contract/tests/scripts";
import { formatNumber } from "../../platform/formats.ts";
import type { Translate } from "../../platform/i18n.ts";
import type { Level } from "../../ui/marks/levels.ts";
import "../texts.ts";

/** TST-01: why a stage ended the run, in a sentence. */
export function failureText(t: Translate, { code, values }: StageFailure): string {
  const text = (key: string) => String(values[key] ?? "");
  switch (code) {
    case "noData":
      return t("tests.failure.noData", { channel: channelName(Number(values.channel)), seconds: text("seconds") });
    case "stoppedAfter":
      return t("tests.failure.stoppedAfter", { item: text("item"), count: text("count") });
    case "udsRefused":
      return t("tests.failure.udsRefused", { step: text("step"), count: text("count"), refusal: text("refusal") });
    case "signalTwice":
      return t("tests.failure.signalTwice", { signal: text("signal") });
    case "tooManySamples":
      return t("tests.failure.tooManySamples", { signal: text("signal"), limit: formatNumber(Number(values.limit)) });
    case "refused":
      return t("tests.failure.refused", { code: text("code") });
    case "script":
      return values.line === null
        ? t("tests.failure.script", { message: text("message") })
        : t("tests.failure.scriptLine", { line: text("line"), message: text("message") });
    default:
      return t(`tests.failure.${code}`);
  }
}

const TONES = { pass: "green", fail: "urgent", inconclusive: "ordinary", error: "urgent" } as const;

export const toneOf = (verdict: Verdict): "green" | Level => TONES[verdict];
