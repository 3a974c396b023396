import { DeviceFacts } from "../../devices/DeviceFacts.tsx";
import type { DeviceTabProps } from "../../devices/device-tab.tsx";
import { LabelsCard } from "../../devices/LabelsCard.tsx";
import { LicenceCard } from "../../devices/LicenceCard.tsx";
import { TerminalCard } from "../../devices/TerminalCard.tsx";
import { ConnectionHistory } from "../../frames/connections/ConnectionHistory.tsx";
import styles from "./details.module.css";

/** What the device is, how its terminal is, and when it was there. */
export function OverviewTab({ device }: DeviceTabProps) {
  return (
    <div className={styles.overview}>
      <div className={styles.column}>
        <DeviceFacts device={device} />
        <LicenceCard device={device} />
        <LabelsCard device={device} />
      </div>
      <div className={styles.column}>
        <TerminalCard device={device} />
        <ConnectionHistory thingsId={device.id} online={device.online} createdMs={device.created_time} />
      </div>
    </div>
  );
}
