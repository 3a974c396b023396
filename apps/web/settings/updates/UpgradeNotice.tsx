import "./texts.ts";
import { useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/float/Dialog.tsx";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { UpdateLines } from "./UpdateLog.tsx";
import styles from "./updates.module.css";
import { UPDATES } from "./updates.ts";
import { hideUpgradeNotice } from "./upgrade-notice.ts";

const WIDTH_PX = 780;

interface UpgradeNoticeProps {
  system: string;
  version: string;
  onLog(): void;
  onClose(): void;
}

/** NAV-10: what is new since this browser was here last; hidden for good per system and version. */
export function UpgradeNotice({ system, version, onLog, onClose }: UpgradeNoticeProps) {
  const t = useText();
  const [isHidden, setHidden] = useState(false);
  const update = UPDATES.find((one) => one.version === version);
  const close = () => {
    if (isHidden) hideUpgradeNotice(system, version);
    onClose();
  };
  if (!update) return null;
  return (
    <Dialog
      open
      width={WIDTH_PX}
      title={t("settings.updates.title", { version })}
      onClose={close}
      footer={
        <div className={styles.foot}>
          <Checkbox checked={isHidden} onChange={setHidden}>
            {t("settings.updates.notAgain", { version })}
          </Checkbox>
          <Button
            onClick={() => {
              close();
              onLog();
            }}
          >
            {t("settings.updates.log")}
          </Button>
          <Button kind="main" onClick={close}>
            {t("settings.updates.ok")}
          </Button>
        </div>
      }
    >
      <UpdateLines update={update} />
    </Dialog>
  );
}
