import "./frame-edit-texts.ts";
import { sendCommand } from "@canopy/contract/devices/commands";
import type { Thing } from "@canopy/contract/devices/thing";
import { EMPTY_FRAME_FORM } from "@canopy/contract/frames/frame-form";
import { deniedOn } from "../../devices/details/may-change.ts";
import { useText } from "../../platform/i18n.ts";
import { useStore } from "../../platform/kept.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Banner } from "../../ui/marks/Banner.tsx";
import { FrameForms } from "./FrameForms.tsx";
import styles from "./frame-edit.module.css";
import { HeldList, useHeldList } from "./HeldList.tsx";
import { unchanged } from "./list-work.ts";
import { SendList } from "./SendList.tsx";
import { SendLog } from "./SendLog.tsx";
import { useSender } from "./use-sender.ts";

const NEW_FRAME = { key: 0, form: EMPTY_FRAME_FORM };

/** STA-04: frames of a device edited as a list, checked, sent or saved; the list and one of its frames side by side. */
export function FrameEditor({ device }: { device: Thing }) {
  return (
    <HeldList device={device}>
      <Editor device={device} />
    </HeldList>
  );
}

function Editor({ device }: { device: Thing }) {
  const t = useText();
  const held = useHeldList();
  const { editing } = useStore(held);
  const denied = deniedOn(device, sendCommand);
  const common = { device, sender: useSender(device), denied };
  const cancel = editing && (
    <Button kind="link" onClick={() => held.set(unchanged(held.get()))}>
      {t("ui.action.cancel")}
    </Button>
  );
  return (
    <div className={styles.page}>
      {denied && <Banner level="tip">{denied}</Banner>}
      {!device.online && <Banner level="ordinary">{t("frames.edit.offline")}</Banner>}
      <div className={styles.split}>
        <Card title={t("frames.edit.list")}>
          <SendList {...common} />
        </Card>
        <div className={styles.page}>
          <Card title={editing ? t("frames.edit.item", { n: editing.at + 1 }) : t("frames.edit.new")} aside={cancel}>
            <FrameForms {...common} draft={NEW_FRAME} />
          </Card>
          <Card>
            <SendLog thingsId={device.id} />
          </Card>
        </div>
      </div>
    </div>
  );
}
