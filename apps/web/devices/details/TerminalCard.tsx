import { sendCommand } from "@canopy/contract/devices/commands";
import type { Thing } from "@canopy/contract/devices/thing";
import { Circle, Clock, Power, Square } from "lucide-react";
import { useState } from "react";
import { formatBytes } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Dialog } from "../../ui/float/Dialog.tsx";
import { Banner } from "../../ui/marks/Banner.tsx";
import { Chip } from "../../ui/marks/Chip.tsx";
import { RelativeTime } from "../../ui/time/TimeText.tsx";
import parts from "../parts.module.css";
import { FactList } from "./FactList.tsx";
import styles from "./manage.module.css";
import "./manage-texts.ts";
import { deniedOn } from "./may-change.ts";
import { useDeviceCommand } from "./use-device-command.ts";

/** The terminal's report of itself, and its commands. */
export function TerminalCard({ device }: { device: Thing }) {
  const t = useText();
  const formats = useTimeFormats();
  const unknown = <span className={parts.quiet}>{t("devices.manage.unknown")}</span>;
  const at = device.online ? device.online_time : device.offline_time;
  const sd = device.sd_state && t(`devices.manage.sd.${device.sd_state}`);
  return (
    <Card title={t("devices.manage.terminal")}>
      {device.moved_time !== null && (
        <Banner level="tip">
          {t("devices.manage.movedNote", { time: formats.time(device.moved_time, "minute") })}
        </Banner>
      )}
      <FactList
        facts={[
          [
            t("devices.manage.state"),
            <span key="state" className={styles.inline}>
              <Chip tone={device.online ? "green" : "neutral"} dot={device.online}>
                {t(device.online ? "devices.manage.online" : "devices.manage.offline")}
              </Chip>
              <span className={parts.quiet}>
                {at === null ? t("devices.manage.never") : t("devices.manage.since", { time: formats.time(at) })}
              </span>
            </span>,
          ],
          [t("devices.manage.firmware"), device.firmware_version ?? unknown],
          [
            t("devices.manage.sd"),
            sd ? (
              <span key="sd" className={styles.inline}>
                {sd}
                {device.sd_used_percent !== null && (
                  <span className={parts.quiet}>
                    {t("devices.manage.sdUsed", { percent: Math.round(device.sd_used_percent) })}
                  </span>
                )}
              </span>
            ) : (
              unknown
            ),
          ],
          [
            t("devices.manage.usage"),
            <span key="usage" className={styles.inline}>
              {formatBytes(device.things_usage)}
              {device.last_cal_usage_time !== null && (
                <span className={parts.quiet}>
                  {t("devices.manage.usageAt")} <RelativeTime at={device.last_cal_usage_time} />
                </span>
              )}
            </span>,
          ],
        ]}
      />
      <TerminalCommands device={device} />
    </Card>
  );
}

function TerminalCommands({ device }: { device: Thing }) {
  const t = useText();
  const command = useDeviceCommand(device);
  const [asking, setAsking] = useState(false);
  const denied = deniedOn(device, sendCommand) ?? (device.online ? undefined : t("devices.manage.offlineReason"));
  const under = command.isPending ? command.variables.method : undefined;
  const common = (method: Parameters<typeof command.mutate>[0]["method"]) => ({
    denied: under && under !== method ? t("devices.manage.sending") : denied,
    busy: under === method,
    onClick: () => command.mutate({ method }),
  });
  return (
    <>
      <div className={styles.commands}>
        <Button icon={Clock} {...common("time.sync")}>
          {t("devices.manage.sync")}
        </Button>
        <Button icon={Circle} {...common("record.start")}>
          {t("devices.manage.recordStart")}
        </Button>
        <Button icon={Square} {...common("record.stop")}>
          {t("devices.manage.recordStop")}
        </Button>
        <Button icon={Power} {...common("device.reboot")} onClick={() => setAsking(true)}>
          {t("devices.manage.reboot")}
        </Button>
      </div>
      <p className={styles.sending} role="status">
        {under && t("devices.manage.sending")}
      </p>
      <Dialog
        open={asking}
        title={t("devices.manage.rebootTitle")}
        onClose={() => setAsking(false)}
        footer={
          <>
            <Button onClick={() => setAsking(false)}>{t("ui.action.cancel")}</Button>
            <Button
              kind="danger"
              onClick={() => {
                setAsking(false);
                command.mutate({ method: "device.reboot" });
              }}
            >
              {t("devices.manage.reboot")}
            </Button>
          </>
        }
      >
        <Banner level="ordinary">{t("devices.manage.rebootNote")}</Banner>
      </Dialog>
    </>
  );
}
