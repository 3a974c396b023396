import type { Thing } from "@canopy/contract/devices/thing";
import { Send, SlidersHorizontal } from "lucide-react";
import type { ReactNode } from "react";
import { WorkChip } from "../../diagnosis/flashing/WorkChip.tsx";
import { TransmissionChip } from "../../frames/send/TransmissionChip.tsx";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { CopyText } from "../../ui/CopyButton.tsx";
import { Chip } from "../../ui/marks/Chip.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { RelativeTime } from "../../ui/time/TimeText.tsx";
import styles from "./details.module.css";
import { FullSpaceChip } from "./FullSpaceChip.tsx";

interface DetailsHeaderProps {
  device: Thing;
  lastFrameMs: number | null;
  onBack(): void;
  onSend(): void;
  onConfigure(): void;
  /** The menu of further actions. */
  more?: ReactNode;
}

/** The device line: name, state, actions. */
export function DetailsHeader({ device, lastFrameMs, onBack, onSend, onConfigure, more }: DetailsHeaderProps) {
  const t = useText();
  return (
    <PageHeader
      title={device.name}
      onBack={onBack}
      chips={
        <>
          <Chip tone={device.online ? "green" : "neutral"} dot={device.online}>
            {t(device.online ? "app.details.online" : "app.details.offline")}
          </Chip>
          <WorkChip thingsId={device.id} />
          <TransmissionChip device={device} />
          <FullSpaceChip />
        </>
      }
      facts={
        <div className={styles.facts}>
          <CopyText text={device.third_things_id} />
          <span className={styles.divide} />
          <span className={styles.factLine}>
            <span>{device.info_model_name ?? t("app.details.noType")}</span>
            {device.firmware_version && <span>{t("app.details.firmware", { version: device.firmware_version })}</span>}
            {device.sd_state && <span>{t(`app.details.sd.${device.sd_state}`)}</span>}
            <Last device={device} lastFrameMs={lastFrameMs} />
          </span>
        </div>
      }
      actions={
        <>
          <Button icon={Send} onClick={onSend}>
            {t("app.details.send")}
          </Button>
          <Button icon={SlidersHorizontal} onClick={onConfigure}>
            {t("app.details.config")}
          </Button>
          {more}
        </>
      }
    />
  );
}

function Last({ device, lastFrameMs }: { device: Thing; lastFrameMs: number | null }) {
  const t = useText();
  if (lastFrameMs !== null && device.online) {
    return (
      <span>
        {t("app.details.lastFrame")}{" "}
        <strong>
          <RelativeTime at={lastFrameMs} of={device.id} />
        </strong>
      </span>
    );
  }
  if (device.online || device.offline_time === null) return null;
  return (
    <span>
      {t("app.details.offlineSince")} <RelativeTime at={device.offline_time} of={device.id} />
    </span>
  );
}
