import type { NoticeTemplate } from "@canopy/contract/alarms/notice-templates";
import { noticeText } from "@canopy/contract/alarms/notice-texts";
import { useText } from "../../platform/i18n.ts";
import styles from "./templates.module.css";

const SAMPLE = {
  rule: "Cell too hot",
  level: "urgent",
  description: "Check the cooling",
  device: "EV-01",
  channel: 0,
  value: 58.3,
  peak: 58.3,
  time: Date.UTC(2026, 10, 17, 8, 31, 2),
} as const;

/** An alarm as its recipient would read it. */
export function TemplatePreview({ template }: { template: NoticeTemplate }) {
  const t = useText();
  const link = `${location.origin}/Container/AlarmCenter`;
  const { subject, content } = noticeText("fired", SAMPLE, link, template);
  return (
    <section className={styles.preview} aria-label={t("alarms.template.preview")}>
      <h3>{t("alarms.template.preview")}</h3>
      <strong>{subject}</strong>
      <p>{content}</p>
    </section>
  );
}
