import { sendCommand } from "@canopy/contract/devices/commands";
import type { Thing } from "@canopy/contract/devices/thing";
import type { Transmission } from "@canopy/contract/devices/transmissions";
import { Square } from "lucide-react";
import { deniedOn } from "../../devices/details/may-change.ts";
import { useDeviceCommand } from "../../devices/details/use-device-command.ts";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Popover } from "../../ui/float/Popover.tsx";
import { TimeText } from "../../ui/time/TimeText.tsx";
import { sentFrameText } from "./sent-frame-text.ts";
import { TransmissionGuard } from "./TransmissionGuard.tsx";
import styles from "./transmission.module.css";
import { transmissionWords } from "./transmission-words.ts";
import { useTransmissions } from "./use-transmissions.ts";

/** DEV-06: stands in the device's header as long as it sends, whoever started it and wherever. */
export function TransmissionChip({ device }: { device: Thing }) {
  const t = useText();
  const list = useTransmissions(device.id);
  const command = useDeviceCommand(device);
  if (list.length === 0) return null;
  const stop = () => command.mutateAsync({ method: "frames.stop" });
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
            <TransmissionFacts key={one.id} transmission={one} />
          ))}
        </div>
      </Popover>
      <Button
        kind="link"
        icon={Square}
        busy={command.isPending}
        denied={deniedOn(device, sendCommand)}
        onClick={() => void stop().catch(() => undefined)}
      >
        {t("frames.transmission.stop")}
      </Button>
      <TransmissionGuard device={device} list={list} onStop={stop} />
    </span>
  );
}

const SHOWN_FRAMES = 8;

function TransmissionFacts({ transmission }: { transmission: Transmission }) {
  const t = useText();
  const { frames, repeat, sent, user_name, since } = transmission;
  return (
    <section>
      {frames.slice(0, SHOWN_FRAMES).map((frame, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same frame may stand there twice
        <div key={i} className={styles.frame}>
          {sentFrameText(frame)}
        </div>
      ))}
      {frames.length > SHOWN_FRAMES && <div className={styles.frame}>… +{frames.length - SHOWN_FRAMES}</div>}
      <dl className={styles.facts}>
        <dt>{t("frames.transmission.by")}</dt>
        <dd>{user_name ?? t("frames.transmission.unknownUser")}</dd>
        <dt>{t("frames.transmission.since")}</dt>
        <dd>
          <TimeText at={since} withZone />
        </dd>
        <dt>{t("frames.transmission.count")}</dt>
        <dd>{sent === null ? t("frames.transmission.notCounted") : formatNumber(sent)}</dd>
        <dt>{t("frames.transmission.times")}</dt>
        <dd>{repeat === 0 ? t("frames.transmission.untilStopped") : formatNumber(repeat)}</dd>
      </dl>
    </section>
  );
}
