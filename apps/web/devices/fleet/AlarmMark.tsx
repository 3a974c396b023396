import type { OverviewRow } from "@canopy/contract/devices/overview";
import type { MouseEvent } from "react";
import { useText } from "../../platform/i18n.ts";
import { LevelMark } from "../../ui/marks/LevelMark.tsx";
import type { Level } from "../../ui/marks/levels.ts";
import type { ListActions } from "./list-actions.ts";
import styles from "./row.module.css";
import "./list-texts.ts";

/** Of a device: how many alarms are open, and the highest level among them. */
export interface DeviceAlarms {
  readonly level: Level;
  readonly count: number;
}

interface AlarmMarkProps {
  row: OverviewRow;
  alarms: DeviceAlarms | undefined;
  actions: ListActions;
}

/** A link to the open alarms of the device; nothing where none is open. */
export function AlarmMark({ row, alarms, actions }: AlarmMarkProps) {
  const t = useText();
  if (!alarms) return null;
  const { address, open } = actions.alarmsOf(row);
  const go = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open();
  };
  const label = t("devices.list.alarms", { name: row.name, count: alarms.count });
  return (
    <a className={styles.alarms} href={address} aria-label={label} title={label} onClick={go}>
      <LevelMark level={alarms.level} compact />
      {alarms.count}
    </a>
  );
}
