import type { QuarantinedBatchRow } from "@canopy/contract/frames/quarantine";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { Segmented } from "../../ui/form/Segmented.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { Banner } from "../../ui/marks/Banner.tsx";
import styles from "./quarantine.module.css";
import { shiftsOf, spanAfter } from "./quarantine-shift.ts";
import { readShift, shiftText } from "./shift-text.ts";

/** How batches are moved, as far as somebody has said so; null: as is proposed for them. */
export interface ShiftChoice {
  readonly mode: "shift" | "arrival" | null;
  readonly text: string | null;
}

/** One shift keeps the times between batches, but is right for one start of the device alone. */
function modeOf({ mode }: ShiftChoice, batches: readonly QuarantinedBatchRow[]): "shift" | "arrival" {
  return mode ?? (shiftsOf(batches)?.differ ? "arrival" : "shift");
}

/** Null: each to its arrival; undefined: what was typed is no shift. */
export function chosenShiftMs(choice: ShiftChoice, batches: readonly QuarantinedBatchRow[]): number | null | undefined {
  if (modeOf(choice, batches) === "arrival") return null;
  return choice.text === null ? shiftsOf(batches)?.leastMs : readShift(choice.text);
}

interface QuarantineShiftProps {
  /** Those that are chosen, or all that are in sight. */
  batches: readonly QuarantinedBatchRow[];
  choice: ShiftChoice;
  onChange(choice: ShiftChoice): void;
}

export function QuarantineShift({ batches, choice, onChange }: QuarantineShiftProps) {
  const t = useText();
  const formats = useTimeFormats();
  const shifts = shiftsOf(batches);
  if (!shifts) return null;
  const mode = modeOf(choice, batches);
  const shiftMs = chosenShiftMs(choice, batches);
  const preview = () => {
    const { fromMs, toMs } = spanAfter(batches, shiftMs ?? 0);
    return t("frames.quarantine.preview", { from: formats.time(fromMs), to: formats.time(toMs) });
  };
  return (
    <div className={styles.shift}>
      <div className={styles.modes}>
        <Segmented
          label={t("frames.quarantine.move")}
          options={[
            { value: "shift", label: t("frames.quarantine.byShift") },
            { value: "arrival", label: t("frames.quarantine.byArrival") },
          ]}
          value={mode}
          onChange={(chosen) => onChange({ ...choice, mode: chosen })}
        />
      </div>
      {mode === "arrival" ? (
        <p className={styles.hint}>{t("frames.quarantine.arrivalHint")}</p>
      ) : (
        <>
          <Field
            label={t("frames.quarantine.shift")}
            aside={
              choice.text !== null && (
                <Button kind="link" onClick={() => onChange({ ...choice, text: null })}>
                  {t("frames.quarantine.suggest")}
                </Button>
              )
            }
            hint={t("frames.quarantine.shiftHint")}
            error={shiftMs === undefined ? t("frames.quarantine.shiftBad") : undefined}
          >
            {(control) => (
              <TextInput
                {...control}
                mono
                autoComplete="off"
                spellCheck={false}
                value={choice.text ?? shiftText(shifts.leastMs)}
                onChange={(text) => onChange({ ...choice, text })}
              />
            )}
          </Field>
          {shiftMs !== undefined && (
            <p className={styles.hint} aria-live="polite">
              {preview()}
            </p>
          )}
          {shifts.differ && (
            <Banner level="ordinary">
              {t("frames.quarantine.differ", { least: shiftText(shifts.leastMs), most: shiftText(shifts.mostMs) })}
            </Banner>
          )}
        </>
      )}
    </div>
  );
}
