import { channelName } from "@canopy/contract/device-link/channels";
import { VEHICLE_ORDERS, type Vehicle } from "@canopy/contract/devices/vehicles";
import { UNKNOWN } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import type { Column } from "../../ui/list/columns.ts";
import { Chip } from "../../ui/marks/Chip.tsx";
import { RelativeTime } from "../../ui/time/TimeText.tsx";
import { channelsByDevice } from "../board/channels-by-device.ts";
import parts from "../parts.module.css";
import styles from "./vehicles.module.css";

export const VEHICLE_SORTS: readonly string[] = VEHICLE_ORDERS;

/** More devices than these are counted. */
const NAMED_DEVICES = 2;

export function useVehicleColumns(): Column<Vehicle>[] {
  const t = useText();
  return [
    {
      key: "name",
      title: t("devices.vehicles.name"),
      always: true,
      sortable: true,
      card: "title",
      width: "24%",
      cell: ({ name }) => (
        <bdi className={styles.breakable} dir="auto">
          {name}
        </bdi>
      ),
    },
    {
      key: "vin",
      title: t("devices.vehicles.vin"),
      always: true,
      sortable: true,
      cell: (vehicle) => <Vin {...vehicle} />,
    },
    {
      key: "plate",
      title: t("devices.vehicles.plate"),
      sortable: true,
      cell: ({ plate }) => <bdi dir="auto">{plate || UNKNOWN}</bdi>,
    },
    {
      key: "channels",
      title: t("devices.vehicles.channels"),
      sortable: true,
      cell: (vehicle) => <Bound {...vehicle} />,
    },
    {
      key: "online",
      title: t("devices.vehicles.online"),
      align: "end",
      card: "aside",
      cell: ({ channels }) => <Online channels={channels} />,
    },
    {
      key: "updated_time",
      title: t("devices.vehicles.updated"),
      sortable: true,
      extra: true,
      cell: ({ updated_time }) => <RelativeTime at={updated_time} />,
    },
  ];
}

export function Vin({ vin, vin_warning }: Pick<Vehicle, "vin" | "vin_warning">) {
  const t = useText();
  return (
    <span className={styles.vin}>
      <span className="mono">{vin}</span>
      {vin_warning && <Chip tone="ordinary">{t(`devices.vehicles.vinChip.${vin_warning}`)}</Chip>}
    </span>
  );
}

function Bound({ channels, hidden_channels: hidden }: Vehicle) {
  const t = useText();
  const devices = channelsByDevice(channels);
  const more = devices.length - NAMED_DEVICES;
  if (devices.length === 0 && hidden === 0)
    return <span className={parts.quiet}>{t("devices.vehicles.noChannels")}</span>;
  return (
    <span className={styles.bound}>
      {devices.slice(0, NAMED_DEVICES).map((device) => (
        <span key={device.thingsId}>
          <bdi dir="auto">{device.name}</bdi> <code>{device.channels.map(channelName).join(" ")}</code>
        </span>
      ))}
      {more > 0 && <span className={parts.quiet}>{t("devices.vehicles.moreDevices", { count: more })}</span>}
      {hidden > 0 && <span className={parts.quiet}>{t("devices.vehicles.hidden", { count: hidden })}</span>}
    </span>
  );
}

function Online({ channels }: Pick<Vehicle, "channels">) {
  const devices = channelsByDevice(channels);
  if (devices.length === 0) return <span className={parts.quiet}>{UNKNOWN}</span>;
  const online = devices.filter((device) => device.online).length;
  return (
    <Chip tone={online > 0 ? "green" : "neutral"} dot={online > 0}>
      {`${online} / ${devices.length}`}
    </Chip>
  );
}
