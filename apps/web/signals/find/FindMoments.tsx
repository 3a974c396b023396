import "./find-texts.ts";
import { MAX_MOMENTS, MAX_TOLERANCE_MS } from "@canopy/contract/signals/find-signal";
import { Flag, X } from "lucide-react";
import { useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { usePageKeys } from "../../ui/keys/page-keys.ts";
import layout from "../../ui/layout.module.css";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { TimeInput } from "../../ui/time/TimeInput.tsx";
import type { Timeline } from "../../ui/time/timeline.ts";
import styles from "./find.module.css";
import type { FindAsked } from "./find-address.ts";

interface FindMomentsProps {
  timeline: Timeline;
  asked: FindAsked;
  onChange(changes: Partial<FindAsked>): void;
}

/** The cursor of the time bar, now, or a time that is typed. */
export function FindMoments({ timeline, asked, onChange }: FindMomentsProps) {
  const t = useText();
  const formats = useTimeFormats();
  const [problem, setProblem] = useState<string>();
  const { momentsMs, toleranceMs } = asked;
  const [tolerance, setTolerance] = useState(String(toleranceMs));
  const isFull = momentsMs.length >= MAX_MOMENTS;
  const full = isFull ? t("signals.find.full", { count: MAX_MOMENTS }) : undefined;
  const isNow = timeline.live && timeline.cursorMs === null;
  const denied = full ?? (timeline.cursorMs === null && !timeline.live ? t("signals.find.noCursor") : undefined);
  const put = (atMs: number) => onChange({ momentsMs: [...momentsMs, atMs] });
  const mark = () => {
    if (denied === undefined) put(timeline.cursorMs ?? Date.now());
  };
  const markText = t(isNow ? "signals.find.markNow" : "signals.find.mark");
  usePageKeys(t("signals.find.keys"), [{ keys: [["M"]], text: markText, binding: "m", onPress: mark }]);
  const read = Number(tolerance);
  const isTolerance = Number.isInteger(read) && read >= 1 && read <= MAX_TOLERANCE_MS;
  return (
    <div className={styles.known}>
      <div className={styles.fields}>
        <Button icon={Flag} denied={denied} aria-keyshortcuts="m" onClick={mark}>
          {markText}
        </Button>
        <Field label={t("signals.find.add")} error={problem}>
          {(control) => (
            <TimeInput
              {...control}
              exact
              at={null}
              onBad={() => setProblem(t("signals.find.badTime"))}
              onChange={(atMs) => {
                setProblem(full);
                if (atMs !== null && !isFull) put(atMs);
              }}
            />
          )}
        </Field>
        <Field
          label={t("signals.find.tolerance")}
          error={isTolerance ? undefined : t("signals.find.toleranceWrong", { limit: MAX_TOLERANCE_MS })}
        >
          {(control) => (
            <TextInput
              {...control}
              inputMode="numeric"
              className={styles.short}
              value={tolerance}
              onChange={setTolerance}
              onBlur={() => isTolerance && read !== toleranceMs && onChange({ toleranceMs: read })}
            />
          )}
        </Field>
      </div>
      <ul className={styles.marks} aria-label={t("signals.find.marked")}>
        {momentsMs.map((atMs) => (
          <li key={atMs}>
            <time className="mono" dateTime={new Date(atMs).toISOString()} title={formats.time(atMs, "ms")}>
              {formats.time(atMs, "ms").slice(11)}
            </time>
            <IconButton
              icon={X}
              label={t("signals.find.unmark", { time: formats.time(atMs, "ms").slice(11) })}
              onClick={() => onChange({ momentsMs: momentsMs.filter((one) => one !== atMs) })}
            />
          </li>
        ))}
        {momentsMs.length === 0 && <li className={layout.note}>{t("signals.find.noneMarked")}</li>}
      </ul>
    </div>
  );
}
