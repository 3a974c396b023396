import { FLAG_EXTENDED } from "@canopy/can/frame/frame";
import { channelName } from "@canopy/contract/device-link/channels";
import { CircleCheck, LoaderCircle } from "lucide-react";
import { useEffect, useState } from "react";
import { liveClient } from "../../../frames/live/live-client.ts";
import { useText } from "../../../platform/i18n.ts";
import { Button } from "../../../ui/Button.tsx";
import { Icon } from "../../../ui/marks/Icon.tsx";
import type { Awaited } from "./awaited-device.ts";
import styles from "./home.module.css";

/** Long enough to read the result. */
const SHOWN_MS = 6000;

interface FirstFrameProps {
  awaited: Awaited;
  /** The guide has done its work: the list. */
  onDone(): void;
}

/** Waits for the first frame of a device and shows it, then gives way to the list. */
export function FirstFrame({ awaited, onDone }: FirstFrameProps) {
  const t = useText();
  const [online, setOnline] = useState(false);
  const [frame, setFrame] = useState<string>();
  const { thingsId } = awaited;

  useEffect(
    () => liveClient().watchStatus([thingsId], (statuses) => setOnline(statuses.at(-1)?.online ?? false)),
    [thingsId],
  );
  useEffect(() => {
    if (frame !== undefined) return;
    return liveClient().watchFrames(
      { deviceId: thingsId },
      {
        onBatch(batch) {
          if (batch.length === 0) return;
          const id = batch.id[0] ?? 0;
          const isExtended = ((batch.flags[0] ?? 0) & FLAG_EXTENDED) !== 0;
          const start = batch.start[0] ?? 0;
          const data = batch.data.subarray(start, start + (batch.size[0] ?? 0));
          const hex = [...data].map((byte) => byte.toString(16).padStart(2, "0").toUpperCase()).join(" ");
          const name = id
            .toString(16)
            .toUpperCase()
            .padStart(isExtended ? 8 : 3, "0");
          setFrame(`${channelName(batch.channel[0] ?? 0)}  0x${name}  [${data.length}]  ${hex}`);
        },
      },
    );
  }, [thingsId, frame]);
  useEffect(() => {
    if (frame === undefined) return;
    const timer = setTimeout(onDone, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [frame, onDone]);

  if (frame === undefined) {
    return (
      <>
        <span className={styles.turning}>
          <Icon of={LoaderCircle} size={16} />
        </span>
        <strong role="status">
          {t(online ? "app.home.connected" : "app.home.waitingFor", { name: awaited.name })}
        </strong>
        <code>{awaited.deviceId}</code>
      </>
    );
  }
  return (
    <>
      <span className={styles.arrived}>
        <Icon of={CircleCheck} size={16} />
      </span>
      <strong role="status">{t("app.home.firstFrame", { name: awaited.name })}</strong>
      <code className={styles.frame}>{frame}</code>
      <Button kind="main" onClick={onDone}>
        {t("app.home.toList")}
      </Button>
    </>
  );
}
