import type { RuleCommand } from "@canopy/contract/alarms/rule-content";
import { COMMAND_METHODS, sendCommand } from "@canopy/contract/devices/commands";
import type { Thing } from "@canopy/contract/devices/thing";
import { Send } from "lucide-react";
import { useState } from "react";
import { deniedOn } from "../../devices/details/may-change.ts";
import { methodText, useDeviceCommand } from "../../devices/details/use-device-command.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/float/Dialog.tsx";
import styles from "./editor.module.css";
import "../texts.ts";

/** TRG-04: sends the command of a rule to the device now, after a question that names it. */
export function CommandTest({ device, command: { method, params } }: { device: Thing; command: RuleCommand }) {
  const t = useText();
  const [isAsking, setAsking] = useState(false);
  const send = useDeviceCommand(device);
  const known = COMMAND_METHODS.find((one) => one === method);
  const values = { device: device.name, command: methodText(method) };
  const denied = deniedOn(device, sendCommand) ?? (device.online ? undefined : t("alarms.tryCommand.offline", values));
  const unknown = known ? undefined : t("alarms.tryCommand.unknown");
  return (
    <div className={styles.test}>
      <Button icon={Send} busy={send.isPending} denied={denied ?? unknown} onClick={() => setAsking(true)}>
        {t("alarms.tryAction.send")}
      </Button>
      <div role="status" className={styles.results}>
        {send.isSuccess && <p>{t("alarms.tryCommand.done", values)}</p>}
        {send.error && <p>{troubleOf(send.error).text}</p>}
      </div>
      {/* Without a form of its own: it stands inside that of the rule. */}
      <Dialog
        open={isAsking}
        title={t("alarms.tryCommand.title", values)}
        onClose={() => setAsking(false)}
        footer={
          <>
            <Button onClick={() => setAsking(false)}>{t("ui.action.cancel")}</Button>
            <Button
              kind="danger"
              onClick={() => {
                setAsking(false);
                if (known) send.mutate({ method: known, params });
              }}
            >
              {t("alarms.tryCommand.send")}
            </Button>
          </>
        }
      >
        <p>{t("alarms.tryCommand.note", values)}</p>
      </Dialog>
    </div>
  );
}
