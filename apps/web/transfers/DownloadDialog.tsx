import type { Thing } from "@canopy/contract/devices/thing";
import { useState } from "react";
import { useText } from "../platform/i18n.ts";
import { Dialog } from "../ui/float/Dialog.tsx";
import { useLeaving } from "../ui/form/use-leaving.tsx";
import { DownloadForm, type DownloadShown } from "./DownloadForm.tsx";
import { DownloadList } from "./DownloadList.tsx";
import styles from "./transfers.module.css";
import "./texts.ts";

interface DownloadDialogProps {
  device: Thing;
  /** The range and filters of the page, which the dialog begins with. */
  shown: DownloadShown;
  onClose(): void;
}

/** DAT-03: a new download, and the tasks of the device. */
export function DownloadDialog({ device, shown, onClose }: DownloadDialogProps) {
  const t = useText();
  const [isChanged, setChanged] = useState(false);
  const { leave, asking } = useLeaving(isChanged, onClose);
  return (
    <Dialog
      open
      title={t("transfers.download.title", { device: device.name })}
      width={640}
      onClose={leave}
      footer={asking}
    >
      <div className={styles.dialog}>
        <DownloadForm thingsId={device.id} shown={shown} onChanged={setChanged} />
        <section aria-label={t("transfers.download.tasks")} className={styles.tasks}>
          <h3 className={styles.heading}>{t("transfers.download.tasks")}</h3>
          <DownloadList thingsId={device.id} />
        </section>
      </div>
    </Dialog>
  );
}
