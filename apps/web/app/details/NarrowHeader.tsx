import type { Thing } from "@canopy/contract/devices/thing";
import { ChevronLeft } from "lucide-react";
import type { ReactNode } from "react";
import { WorkChip } from "../../diagnosis/flashing/WorkChip.tsx";
import { TransmissionChip } from "../../frames/send/TransmissionChip.tsx";
import { useText } from "../../platform/i18n.ts";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { StatusDot } from "../../ui/marks/StatusDot.tsx";
import styles from "./details.module.css";
import { FullSpaceChip } from "./FullSpaceChip.tsx";

interface NarrowHeaderProps {
  device: Thing;
  onBack(): void;
  /** The choice of the part. */
  tabs: ReactNode;
  /** The menu of further actions. */
  more: ReactNode;
}

/** On a phone: device, part and menu in one line; below it only what the device sends again and again. */
export function NarrowHeader({ device, onBack, tabs, more }: NarrowHeaderProps) {
  const t = useText();
  return (
    <>
      <header className={styles.narrowHead}>
        <IconButton icon={ChevronLeft} label={t("ui.action.back")} onClick={onBack} />
        <StatusDot on={device.online} />
        <span className="unseen">{t(device.online ? "app.details.online" : "app.details.offline")}</span>
        <h1 className={styles.narrowName}>{device.name}</h1>
        {tabs}
        <span className={styles.narrowMore}>{more}</span>
      </header>
      <div className={styles.narrowBand}>
        <WorkChip thingsId={device.id} />
        <TransmissionChip device={device} />
        <FullSpaceChip />
      </div>
    </>
  );
}
