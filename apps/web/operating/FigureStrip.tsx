import type { OperatingHealth } from "@canopy/contract/operating/health";
import type { ReactNode } from "react";
import { formatNumber, formatQuantity, UNKNOWN } from "../platform/formats.ts";
import { useText } from "../platform/i18n.ts";
import { useTimeFormats } from "../platform/use-formats.ts";
import styles from "./health.module.css";
import type { HealthLink } from "./health-link.ts";
import { answerTone, behindTone, deadLetters, diskTone, fullestDisk, type Tone } from "./health-state.ts";

interface Figure {
  readonly key: string;
  readonly label: string;
  readonly value: string;
  readonly note: string;
  readonly tone?: Tone;
  readonly link?: (content: ReactNode) => ReactNode;
}

/** D7: what is true now, each a way to what must be done where there is one. */
export function FigureStrip({ health, link }: { health: OperatingHealth; link: HealthLink }) {
  const t = useText();
  const figures = useFigures(health, link);
  return (
    <ul className={styles.strip} aria-label={t("operating.health.figures")}>
      {figures.map(({ key, label, value, note, tone, link: wrap }) => {
        const content = (
          <>
            <span className={styles.value} data-tone={tone}>
              {value}
            </span>
            <span className={styles.label}>{label}</span>
            <span className={styles.note}>{note}</span>
          </>
        );
        return (
          <li key={key} className={styles.figure} data-figure={key}>
            {wrap ? wrap(content) : <div className={styles.figureBody}>{content}</div>}
          </li>
        );
      })}
    </ul>
  );
}

function useFigures(health: OperatingHealth, link: HealthLink): Figure[] {
  const t = useText();
  const { duration } = useTimeFormats();
  const { devices, storing, answer_p95_ms: p95 } = health;
  const disk = fullestDisk(health.frame_servers);
  const dead = deadLetters(health);
  const total = formatNumber(devices.total);
  return [
    {
      key: "frames",
      label: t("operating.health.framesPerSecond"),
      value: formatNumber(Math.round(health.frames_per_second)),
      note: t("operating.health.framesNote"),
    },
    {
      key: "devices",
      label: t("operating.health.online"),
      value: t("operating.health.ofTotal", { online: formatNumber(devices.online), total }),
      note: "",
    },
    {
      key: "answers",
      label: t("operating.health.answers"),
      value: formatQuantity(p95, "ms", { digits: (p95 ?? 0) < 10 ? 1 : 0 }),
      note: t("operating.health.answersNote"),
      tone: answerTone(p95),
    },
    {
      key: "behind",
      label: t("operating.health.behind"),
      value: storing.behind_ms === null ? t("operating.health.behindNone") : duration(storing.behind_ms),
      note: t("operating.health.behindNote"),
      tone: behindTone(storing.behind_ms),
    },
    {
      key: "disk",
      label: t("operating.health.disk"),
      value: disk ? formatQuantity(100 * (1 - disk.free_bytes / disk.bytes), "%", { digits: 0 }) : UNKNOWN,
      note: disk ? daysText(disk.days_left, t) : t("operating.health.unknown"),
      tone: diskTone(disk),
    },
    {
      key: "dead",
      label: t("operating.health.dead"),
      value: formatNumber(dead),
      note: t("operating.health.deadNote"),
      tone: dead > 0 ? "ordinary" : undefined,
      link: (content) => link("outbox", content, styles.figureBody),
    },
  ];
}

export function daysText(days: number | null, t: ReturnType<typeof useText>): string {
  if (days === null) return t("operating.health.daysUnknown");
  return t("operating.health.days", { count: Math.max(0, Math.floor(days)) });
}
