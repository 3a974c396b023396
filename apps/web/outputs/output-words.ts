import type { OutputClock } from "@canopy/contract/outputs/output-content";
import type { Output, OutputRun } from "@canopy/contract/outputs/outputs";
import { codeText } from "../platform/error-texts.ts";
import type { TextKey, Translate } from "../platform/i18n.ts";
import "./texts.ts";

export function whatText(t: Translate, { kind, format }: Output): string {
  return kind === "report" ? t("outputs.kind.report") : t("outputs.what.files", { format: format.toUpperCase() });
}

export const hourText = (hour: number): string => `${String(hour).padStart(2, "0")}:00`;

export const weekdayText = (t: Translate, weekday: number): string =>
  t(`outputs.weekday.${weekday}` as TextKey & `outputs.${string}`);

export function whenText(t: Translate, clock: OutputClock): string {
  const { every, hour, weekday, month_day, zone } = clock;
  const values = { hour: hourText(hour), weekday: weekdayText(t, weekday), day: month_day, zone };
  return t(`outputs.when.${every}`, values);
}

export function targetText(t: Translate, { mail, keep, bucket }: Output): string {
  const targets = [
    ...(mail ? [t("outputs.to.mail", { count: mail.addresses.length })] : []),
    ...(keep ? [t("outputs.to.keep")] : []),
    ...(bucket ? [t("outputs.to.bucket", { bucket: bucket.bucket })] : []),
  ];
  return targets.join(", ");
}

/** Why it did not go well; undefined: there is nothing to say. */
export function problemText(t: Translate, { state, message_code, problem }: OutputRun): string | undefined {
  if (message_code === null) return state === "empty" ? t("outputs.runs.noData") : undefined;
  const words = codeText(message_code) ?? message_code;
  return problem === null ? words : `${words}: ${problem}`;
}

export const RUN_TONE = {
  queued: "tip",
  running: "tip",
  waiting: "ordinary",
  done: "green",
  empty: "neutral",
  failed: "urgent",
} as const;
