import { CHANNELS_END, channelName } from "@canopy/contract/device-link/channels";
import type { FoundLog, ImportRequest } from "@canopy/contract/transfers/imports";
import { type FormEvent, useState } from "react";
import { formatNumber } from "../platform/formats.ts";
import { useText } from "../platform/i18n.ts";
import { useTimeFormats } from "../platform/use-formats.ts";
import { Button } from "../ui/Button.tsx";
import { Field } from "../ui/form/Field.tsx";
import { Select } from "../ui/form/Select.tsx";
import { Banner } from "../ui/marks/Banner.tsx";
import { TimeInput } from "../ui/time/TimeInput.tsx";
import { problemText } from "./problem-text.ts";
import styles from "./transfers.module.css";

interface ImportPreviewProps {
  found: FoundLog;
  busy: boolean;
  onStart(request: ImportRequest): void;
  onChanged(): void;
  onCancel(): void;
}

const LEFT_OUT = "";
/** Their times name no zone, and were read as UTC. */
const WITHOUT_ZONE = ["asc", "blf", "trc", "busmaster"];
const SHOWN_PROBLEMS = 10;

/** Contents of the file, targets of its channels, and its start time. */
export function ImportPreview({ found, busy, onStart, onChanged, onCancel }: ImportPreviewProps) {
  const t = useText();
  const formats = useTimeFormats();
  const firstMs = Number(found.first) / 1000;
  const [shiftMs, setShiftMs] = useState(0);
  const [bad, setBad] = useState(false);
  const [target, setTarget] = useState<Readonly<Record<number, string>>>({});
  const targetOf = (channel: number) => target[channel] ?? String(channel);
  const zoneMs = -new Date(firstMs).getTimezoneOffset() * 60_000;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const channels = found.channels
      .filter(({ channel }) => targetOf(channel) !== LEFT_OUT)
      .map(({ channel }) => ({ from: channel, to: Number(targetOf(channel)) }));
    if (!busy) onStart({ channels, shift_ms: Math.round(shiftMs) });
  };
  const channels = new Set([...Array(CHANNELS_END).keys(), ...found.channels.map(({ channel }) => channel)]);
  const options = [
    { value: LEFT_OUT, label: t("transfers.import.leaveOut") },
    ...[...channels].map((one) => ({ value: String(one), label: channelName(one) })),
  ];
  return (
    <form className={styles.form} onSubmit={submit} onChange={onChanged} noValidate>
      <p className={styles.estimate}>
        {[
          found.format.toUpperCase(),
          t("transfers.download.frames", { count: formatNumber(found.frames) }),
          `${formats.time(firstMs + shiftMs, "ms")} – ${formats.time(Number(found.last) / 1000 + shiftMs, "ms")}`,
        ].join(" · ")}
      </p>
      <ul className={styles.channels} aria-label={t("transfers.import.channels")}>
        {found.channels.map(({ channel, name, frames }) => (
          <li key={channel}>
            <span>{name ?? channelName(channel)}</span>
            <span className={styles.estimate}>{t("transfers.download.frames", { count: formatNumber(frames) })}</span>
            <Select
              aria-label={t("transfers.import.goesTo", { channel: name ?? channelName(channel) })}
              options={options}
              value={targetOf(channel)}
              onChange={(value) => setTarget({ ...target, [channel]: value })}
            />
          </li>
        ))}
      </ul>
      <Field
        label={t("transfers.import.begins")}
        hint={WITHOUT_ZONE.includes(found.format) ? t("transfers.import.noZone") : undefined}
        error={bad ? t("ui.range.format") : undefined}
        aside={
          WITHOUT_ZONE.includes(found.format) && zoneMs !== 0 ? (
            <Button kind="link" onClick={() => setShiftMs(-zoneMs)}>
              {t("transfers.import.isLocal", { zone: formats.zoneName(firstMs) })}
            </Button>
          ) : undefined
        }
      >
        {(control) => (
          <span className={styles.fields}>
            <TimeInput
              {...control}
              at={firstMs + shiftMs}
              onBad={() => setBad(true)}
              onChange={(at) => {
                setBad(false);
                // The field has whole seconds: the fraction stays as it was.
                if (at !== null) setShiftMs(Math.floor(at / 1000) * 1000 - Math.floor(firstMs / 1000) * 1000);
              }}
            />
          </span>
        )}
      </Field>
      {found.problem_count > 0 && (
        <Banner level="ordinary" title={t("transfers.import.problems", { count: formatNumber(found.problem_count) })}>
          <ul className={styles.problems}>
            {found.problems.slice(0, SHOWN_PROBLEMS).map(({ code, line, offset }) => (
              <li key={`${code} ${offset}`}>
                {line === null
                  ? t("transfers.import.problemAt", { offset, problem: problemText(t, code) })
                  : t("transfers.import.problemInLine", { line, problem: problemText(t, code) })}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      <div className={styles.actions}>
        <Button onClick={onCancel}>{t("transfers.import.cancel")}</Button>
        <Button kind="main" type="submit" busy={busy}>
          {t("transfers.import.start")}
        </Button>
      </div>
    </form>
  );
}
