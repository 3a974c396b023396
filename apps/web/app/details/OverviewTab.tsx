import { DeviceFacts } from "../../devices/details/DeviceFacts.tsx";
import type { DeviceTabProps } from "../../devices/details/device-tab.tsx";
import { LabelsCard } from "../../devices/details/LabelsCard.tsx";
import { TerminalCard } from "../../devices/details/TerminalCard.tsx";
import { LicenceCard } from "../../devices/licences/LicenceCard.tsx";
import { ConnectionHistory } from "../../frames/connections/ConnectionHistory.tsx";
import styles from "./details.module.css";

/** Facts of the device, state of its terminal, and its connections. */
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
