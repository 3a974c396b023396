import { sendCommand } from "@canopy/contract/devices/commands";
import type { Thing } from "@canopy/contract/devices/thing";
import type { Transmission } from "@canopy/contract/devices/transmissions";
import { useQuery } from "@tanstack/react-query";
import { Square } from "lucide-react";
import { meQuery } from "../../accounts/me.ts";
import { deniedOn } from "../../devices/details/may-change.ts";
import { useDeviceCommand } from "../../devices/details/use-device-command.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Popover } from "../../ui/float/Popover.tsx";
import { TransmissionFacts } from "./TransmissionFacts.tsx";
import { TransmissionGuard } from "./TransmissionGuard.tsx";
import styles from "./transmission.module.css";
import { transmissionWords } from "./transmission-words.ts";
import { useAttending } from "./use-attending.ts";
import { useTransmissions } from "./use-transmissions.ts";

/** DEV-06: stands in the device's header as long as it sends, whoever started it and wherever. */
export function TransmissionChip({ device }: { device: Thing }) {
  const t = useText();
  const list = useTransmissions(device.id);
  const { data: me } = useQuery(meQuery);
  const own = list.filter(({ user_name }) => user_name !== null && user_name === me?.user.name);
  useAttending(device.id, own);
  const command = useDeviceCommand(device);
  if (list.length === 0) return null;
  const stop = (one?: Transmission) =>
    command.mutateAsync({ method: "frames.stop", params: one === undefined ? {} : { job: one.id } });
  const stopOwn = async () => {
    for (const one of own) await stop(one);
  };
  const denied = deniedOn(device, sendCommand);
  return (
    <span className={styles.chip}>
      <span className={styles.pulse} aria-hidden="true" />
      <Popover
        label={t("frames.transmission.title")}
        trigger={(props) => (
          <button type="button" className={styles.words} {...props}>
            {transmissionWords(list, t)}
          </button>
        )}
      >
        <div className={styles.details}>
          {list.map((one) => (
            <TransmissionFacts
              key={one.id}
              transmission={one}
              busy={command.isPending}
              denied={denied}
              onStop={() => void stop(one).catch(() => undefined)}
            />
          ))}
        </div>
      </Popover>
      <Button
        kind="link"
        icon={Square}
        busy={command.isPending}
        denied={denied}
        onClick={() => void stop().catch(() => undefined)}
      >
        {t(list.length > 1 ? "frames.transmission.stopAll" : "frames.transmission.stop")}
      </Button>
      <TransmissionGuard device={device} own={own} onStop={stopOwn} />
    </span>
  );
}
