import { channelName } from "@canopy/contract/device-link/channels";
import { listTroubledDevices } from "@canopy/contract/frames/bus-troubles";
import type { Reply } from "@canopy/contract/platform/endpoint";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Button } from "../../ui/Button.tsx";
import { Banner } from "../../ui/marks/Banner.tsx";
import styles from "./troubles.module.css";
import "./trouble-texts.ts";

/** The worst ones; the others are counted. */
const SHOWN = 3;

type Troubled = Reply<typeof listTroubledDevices>["list"][number];

/** DEV-13: devices whose bus was off or full of errors today; nothing where there are none. */
export function FleetTroubles({ onOpen }: { onOpen(trouble: Troubled): void }) {
  const t = useText();
  const formats = useTimeFormats();
  const { data } = useQuery({
    queryKey: [listTroubledDevices.name],
    queryFn: ({ signal }) => api(listTroubledDevices, {}, { signal }),
    refetchInterval: 60_000,
  });
  if (!data || data.total === 0) return null;
  const words = ({ kind, device_name: device, channel, errors, to_time }: Troubled) =>
    t(`frames.trouble.${kind}`, {
      device,
      channel: channelName(channel),
      errors: formatNumber(errors),
      time: formats.clock(to_time, "minute"),
    });
  const shown = data.list.slice(0, SHOWN);
  return (
    <div className={styles.line}>
      <Banner
        level={data.list[0]?.kind === "busOff" ? "urgent" : "ordinary"}
        title={t("frames.trouble.title", { total: data.total })}
      >
        <span className={styles.devices}>
          {shown.map((trouble) => (
            <Button key={trouble.things_id} kind="link" onClick={() => onOpen(trouble)}>
              {words(trouble)}
            </Button>
          ))}
          {data.total > shown.length && t("frames.trouble.more", { count: data.total - shown.length })}
        </span>
      </Banner>
    </div>
  );
}
