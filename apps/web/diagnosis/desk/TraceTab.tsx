import { outcomeText } from "@canopy/contract/diagnosis/outcome-texts";
import { Download } from "lucide-react";
import { saveText } from "../../devices/config/save-text.ts";
import type { DeviceTabProps } from "../../devices/details/device-tab.tsx";
import { useLanguage, useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { Chip } from "../../ui/marks/Chip.tsx";
import { TimeText } from "../../ui/time/TimeText.tsx";
import { hexOf, spaced } from "../hex.ts";
import { DeskHead } from "./DeskHead.tsx";
import styles from "./desk.module.css";
import "./desk-texts.ts";
import { Scroll } from "./Scroll.tsx";
import { TRACE_FORMATS, traceFile } from "./trace-export.ts";
import { useDesk } from "./use-desk.ts";

const ENDINGS = { text: "txt", candump: "log", csv: "csv" } as const;

/** UDS-01: what was sent and answered, as it happened; exported as text, candump or CSV. */
export function TraceTab(props: DeviceTabProps) {
  const t = useText();
  const language = useLanguage();
  const desk = useDesk(props.device, props.search.ecu);
  const jobs = new Map(desk.jobs.map((job) => [job.id, job]));
  const job = jobs.get(props.search.job ?? "");
  const events = job ? desk.trace.filter(({ job_id }) => job_id === job.id) : desk.trace;
  const channel = job?.settings.channel ?? desk.settings.channel;
  const options = [
    { value: "", label: t("diagnosis.trace.all") },
    ...desk.jobs.map(({ id, title, steps, settings }) => ({
      value: id,
      label: `${hexOf(settings.physical_id)} ${title || stepText(steps[0])}`,
    })),
  ];
  return (
    <>
      <DeskHead desk={desk} onEcu={(ecu) => props.onSearch({ ecu })} />
      <Card
        title={t("diagnosis.trace.title")}
        aside={<span className={styles.quiet}>{t("diagnosis.history.terminal")}</span>}
      >
        <div className={styles.actions}>
          <Select<string>
            aria-label={t("diagnosis.trace.job")}
            options={options}
            value={job?.id ?? ""}
            onChange={(value) => props.onSearch({ job: value || undefined })}
          />
          {job && (
            <Chip tone={job.state === "done" ? "green" : "ordinary"}>
              {job.state === "done" || job.state === "running" || job.state === "stopped"
                ? t(`diagnosis.trace.state.${job.state}`)
                : outcomeText(job.state, language).cause}
            </Chip>
          )}
          {events.length > 0 &&
            TRACE_FORMATS.map((format) => (
              <Button
                key={format}
                icon={Download}
                onClick={() =>
                  saveText(
                    traceFile(events, format, channel),
                    `${props.device.name}-uds.${ENDINGS[format]}`,
                    "text/plain;charset=utf-8",
                  )
                }
              >
                {t(`diagnosis.trace.${format}`)}
              </Button>
            ))}
        </div>
        {events.length === 0 && <p className={styles.quiet}>{t("diagnosis.history.empty")}</p>}
        {events.length > 0 && (
          <Scroll>
            <table className={styles.table} aria-label={t("diagnosis.trace.title")}>
              <thead>
                <tr>
                  <th scope="col">{t("diagnosis.history.time")}</th>
                  <th scope="col">{t("diagnosis.trace.kind")}</th>
                  <th scope="col">{t("diagnosis.builder.bytes")}</th>
                  <th scope="col">{t("diagnosis.trace.frames")}</th>
                </tr>
              </thead>
              <tbody>
                {events.map(({ job_id, n, time_us, kind, data, frames, fault }) => (
                  <tr key={`${job_id}/${n}`}>
                    <td>
                      <TimeText at={time_us / 1000} precision="ms" />
                    </td>
                    <td>{fault ? outcomeText(fault, language).cause : t(`diagnosis.trace.kind.${kind}`)}</td>
                    <td className={styles.breakable}>
                      <code>{spaced(data)}</code>
                    </td>
                    <td>{frames.length}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroll>
        )}
      </Card>
    </>
  );
}

function stepText(step: { data: string } | { unlock: number } | undefined): string {
  if (!step) return "";
  return "unlock" in step ? `27 ${hexOf(step.unlock).slice(-2)}` : spaced(step.data.slice(0, 16));
}
