import "./history-texts.ts";
import { Download } from "lucide-react";
import { useState } from "react";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Popover } from "../../ui/float/Popover.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { localText } from "../../ui/time/time-range.ts";
import type { LiveFrames } from "../live/live-model.ts";
import styles from "./history.module.css";
import { downloadFile, SAVE_FORMATS, writeLog } from "./save-frames.ts";

const LOSSES = ["skipped", "adjusted", "reduced"] as const;
const COUNTS = ["1000", "10000", "100000"] as const;

/** The newest frames that pass the filter, as a log file that other tools read. */
export function SaveFrames({ live, deviceName }: { live: LiveFrames; deviceName: string }) {
  const t = useText();
  const [count, setCount] = useState<(typeof COUNTS)[number]>("10000");
  const [format, setFormat] = useState<(typeof SAVE_FORMATS)[number]>("candump");
  const save = () => {
    const batch = live.newest(Number(count));
    if (batch.length === 0) return addNote({ tone: "ordinary", text: t("frames.save.nothing") });
    const log = writeLog(batch, format, -new Date().getTimezoneOffset());
    const stamp = localText(Date.now()).replace(/[: ]/g, "-");
    downloadFile(log.bytes, `${deviceName.replace(/[^\p{L}\p{N}_-]+/gu, "_")}-${stamp}.${log.ending}`);
    const frames = formatNumber(batch.length - log.losses.skipped);
    const lost = LOSSES.filter((kind) => log.losses[kind] > 0);
    const told = lost.map((kind) => t(`frames.save.${kind}`, { count: formatNumber(log.losses[kind]) }));
    const text = [t("frames.save.saved", { frames }), ...told].join(" · ");
    addNote({ tone: told.length > 0 ? "ordinary" : "done", text });
  };
  return (
    <Popover
      label={t("frames.save.title")}
      align="end"
      trigger={(props) => <IconButton {...props} icon={Download} edge label={t("frames.save.button")} />}
    >
      {(close) => (
        <div className={styles.saveForm}>
          <Field label={t("frames.save.count")}>
            {(control) => (
              <Select
                {...control}
                options={COUNTS.map((value) => ({
                  value,
                  label: t("frames.save.last", { count: formatNumber(Number(value)) }),
                }))}
                value={count}
                onChange={setCount}
              />
            )}
          </Field>
          <Field label={t("frames.save.format")}>
            {(control) => (
              <Select
                {...control}
                options={SAVE_FORMATS.map((value) => ({ value, label: t(`frames.save.${value}`) }))}
                value={format}
                onChange={setFormat}
              />
            )}
          </Field>
          <Button
            kind="main"
            onClick={() => {
              close();
              save();
            }}
          >
            {t("frames.save.do")}
          </Button>
        </div>
      )}
    </Popover>
  );
}
