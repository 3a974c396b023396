import type { QuarantinedBatchRow } from "@canopy/contract/frames/quarantine";
import { formatNumber } from "../../platform/formats.ts";
import type { Translate } from "../../platform/i18n.ts";
import type { TimeFormats } from "../../platform/use-formats.ts";
import type { Column } from "../../ui/list/columns.ts";
import { Chip } from "../../ui/marks/Chip.tsx";
import { TimeText } from "../../ui/time/TimeText.tsx";
import styles from "./quarantine.module.css";
import { shiftText } from "./shift-text.ts";

export function quarantineColumns(t: Translate, formats: TimeFormats): Column<QuarantinedBatchRow>[] {
  return [
    {
      key: "received",
      title: t("frames.quarantine.received"),
      always: true,
      card: "title",
      cell: ({ received_time }) => <TimeText at={received_time} />,
    },
    {
      key: "clock",
      title: t("frames.quarantine.clock"),
      always: true,
      cell: (row) => <span className={styles.clock}>{clockText(row, formats)}</span>,
    },
    {
      key: "reason",
      title: t("frames.quarantine.reason"),
      card: "aside",
      cell: ({ reason }) => <Chip tone="ordinary">{t(`frames.quarantine.reason.${reason}`)}</Chip>,
    },
    {
      key: "frames",
      title: t("frames.quarantine.frames"),
      align: "end",
      cell: ({ frames }) => formatNumber(frames),
    },
    {
      key: "arrivalShift",
      title: t("frames.quarantine.arrivalShift"),
      align: "end",
      cell: ({ arrival_shift_ms }) => <span className={styles.shiftCell}>{shiftText(arrival_shift_ms)}</span>,
    },
  ];
}

/** From the first to the last frame; a day that is the same is not repeated. */
function clockText({ first, last }: QuarantinedBatchRow, formats: TimeFormats): string {
  const [from, to] = [first, last].map((us) => formats.time(Number(us) / 1000)) as [string, string];
  if (from === to) return from;
  return `${from} – ${from.slice(0, 10) === to.slice(0, 10) ? to.slice(11) : to}`;
}
