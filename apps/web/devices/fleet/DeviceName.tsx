import type { OverviewRow } from "@canopy/contract/devices/overview";
import type { MouseEvent } from "react";
import { Chip } from "../../ui/marks/Chip.tsx";
import type { ListActions } from "./list-actions.ts";
import styles from "./row.module.css";

/** A link like any other: the middle button opens a tab, a plain click stays in this one. */
export function DeviceLink({ row, actions }: { row: OverviewRow; actions: ListActions }) {
  const open = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    actions.open(row);
  };
  return (
    <a className={styles.name} href={actions.addressOf(row)} onClick={open} dir="auto" title={row.name}>
      {row.name}
    </a>
  );
}

/** On, off: the shape says it without the colour; the row's own state decides. */
export function LiveDotOfRow() {
  return <span className={styles.dot} role="img" data-live="dot" />;
}

export function shortId(id: string): string {
  return `${id.slice(0, 6)}…${id.slice(-4)}`;
}

const CHIPS = 2;

export function LabelChips({ row, names }: { row: OverviewRow; names: ReadonlyMap<string, string> }) {
  const known = row.label_ids.flatMap((id) => names.get(id) ?? []);
  const more = known.length - CHIPS;
  return (
    <span className={styles.chips} title={known.length > 1 ? known.join(" · ") : undefined}>
      {known.slice(0, CHIPS).map((name) => (
        <Chip key={name}>{name}</Chip>
      ))}
      {more > 0 && <span className={styles.more}>{`+${more}`}</span>}
    </span>
  );
}

export function SdCell({ row }: { row: OverviewRow }) {
  const percent = row.sd_used_percent;
  const isFull = percent !== null && percent >= 95;
  return (
    <span className={styles.sd} data-state={row.sd_state ?? "unknown"}>
      <span data-live="sd" />
      {percent !== null && row.sd_state !== "not_inserted" && row.sd_state !== "unsupported" && (
        <span className={isFull ? styles.full : styles.percent}>{`${percent} %`}</span>
      )}
    </span>
  );
}
