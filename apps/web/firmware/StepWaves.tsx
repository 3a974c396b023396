import type { Wave } from "@canopy/contract/firmware/waves";
import { type Translate, useText } from "../platform/i18n.ts";
import { useTimeFormats } from "../platform/use-formats.ts";
import { Segmented } from "../ui/form/Segmented.tsx";
import layout from "../ui/layout.module.css";
import { type PlanDraft, type PreviewState, type StepProps, wavesOf } from "./draft.ts";
import styles from "./firmware.module.css";
import { OwnWaves } from "./OwnWaves.tsx";

interface StepWavesProps extends StepProps {
  readonly preview: PreviewState;
  readonly version: string;
}

export function StepWaves({ draft, onDraft, preview, version }: StepWavesProps) {
  const t = useText();
  const list = wavesOf(draft);
  return (
    <>
      <Segmented
        label={t("firmware.wave.plan")}
        value={draft.plan}
        onChange={(plan) => onDraft({ plan })}
        options={(["one", "standard", "own"] as const).map((value) => ({
          value,
          label: t(`firmware.wave.plan.${value}`),
        }))}
      />
      {draft.plan === "own" ? (
        <OwnWaves waves={draft.own} onWaves={(own) => onDraft({ own })} />
      ) : (
        <ol className={styles.planned}>
          {list.map((wave, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: its number is what a wave is known by
            <li key={i}>
              <strong>{t("firmware.wave.name", { number: i + 1 })}</strong> {sizeText(wave, t)} ·{" "}
              {goesOnText(wave, i === list.length - 1, t)} · {stopText(wave, t)}
            </li>
          ))}
        </ol>
      )}
      <Summary draft={draft} idle={preview.data?.idle ?? 0} version={version} />
    </>
  );
}

export function sizeText({ size }: Wave, t: Translate): string {
  if (size.unit === "rest") return t("firmware.wave.unit.rest");
  return `${size.value} ${t(`firmware.wave.unit.${size.unit}`)}`;
}

export function stopText({ stop: { unit, value } }: Wave, t: Translate): string {
  return t(unit === "count" ? "firmware.wave.stopsCount" : "firmware.wave.stopsPercent", { value });
}

export function goesOnText(
  { success_percent: value, wait_minutes: wait }: Wave,
  isLast: boolean,
  t: Translate,
): string {
  return isLast ? t("firmware.wave.last", { value }) : t("firmware.wave.goesOn", { value, wait });
}

/** What will happen, in one sentence. */
function Summary({ draft, idle, version }: { draft: PlanDraft; idle: number; version: string }) {
  const t = useText();
  const formats = useTimeFormats();
  const { when, startAt, from, to, timeZone: zone, scope } = draft;
  const time = startAt === null ? "" : formats.time(startAt);
  const whenText = t(`firmware.sum.${when}`, { time, from, to, zone });
  const count = wavesOf(draft).length;
  const waves = count === 1 ? t("firmware.sum.oneWave") : t("firmware.sum.waves", { count });
  return (
    <p className={layout.note} data-part="summary">
      {t("firmware.sum.text", { version, scope: t(`firmware.scope.${scope}`), idle, when: whenText, waves })}
    </p>
  );
}
