import { channelName } from "@canopy/contract/device-link/channels";
import "../vehicles/vehicle-texts.ts";
import type { Thing } from "@canopy/contract/devices/thing";
import { listThings } from "@canopy/contract/devices/things";
import type { VehicleContent } from "@canopy/contract/devices/vehicles";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { boundChannelsQuery } from "../vehicles/vehicle-queries.ts";
import styles from "../vehicles/vehicles.module.css";

type Channels = VehicleContent["channels"];

interface ChannelPickerProps {
  searchId: string;
  /** Whose channels may be kept; undefined for a new vehicle. */
  vehicleId: string | undefined;
  chosen: Channels;
  onChange(chosen: Channels): void;
}

/** Enough to choose from by eye; typing finds the others. */
const SHOWN_DEVICES = 50;

/** DEV-11: devices with their channels; channels of another vehicle are marked. */
export function ChannelPicker({ searchId, vehicleId, chosen, onChange }: ChannelPickerProps) {
  const t = useText();
  const [typed, setTyped] = useState("");
  const keyword = useDeferredValue(typed.trim());
  const filters = JSON.stringify(keyword ? { keyword } : {});
  const asked = { page_size: SHOWN_DEVICES, order_param: "name", order_type: 0, filters } as const;
  const query = useQuery({
    queryKey: [listThings.name, asked],
    queryFn: ({ signal }) => api(listThings, { query: asked }, { signal }),
    placeholderData: keepPreviousData,
  });
  const bound = useQuery(boundChannelsQuery).data ?? [];
  const devices = query.data?.list ?? [];
  const more = (query.data?.pagination.total_size ?? 0) - devices.length;
  const takenBy = (thingsId: string, channel: number) =>
    bound.find((one) => one.things_id === thingsId && one.channel === channel && one.vehicle_id !== vehicleId)
      ?.vehicle_name;
  const toggle = (things_id: string, channel: number, on: boolean) => {
    const others = chosen.filter((one) => one.things_id !== things_id || one.channel !== channel);
    onChange(on ? [...others, { things_id, channel }] : others);
  };

  return (
    <div className={styles.picker}>
      <div className={styles.pickerHead}>
        <TextInput
          id={searchId}
          type="search"
          icon={Search}
          placeholder={t("devices.vehicles.picker.search")}
          autoComplete="off"
          value={typed}
          onChange={setTyped}
        />
        <span>{t("devices.vehicles.picker.chosen", { count: chosen.length })}</span>
      </div>
      <section className={styles.devices} aria-label={t("devices.vehicles.picker.list")}>
        {query.error && <p className={styles.note}>{troubleOf(query.error).text}</p>}
        {devices.map((device) => (
          <fieldset key={device.id} className={styles.device}>
            <legend className={styles.deviceName}>
              <bdi dir="auto">{device.name}</bdi>
              <code>{device.third_things_id}</code>
            </legend>
            <div className={styles.ticks}>
              {channelsToOffer(device, chosen).map((channel) => {
                const taken = takenBy(device.id, channel);
                return (
                  <Checkbox
                    key={channel}
                    disabled={taken !== undefined}
                    checked={chosen.some((one) => one.things_id === device.id && one.channel === channel)}
                    onChange={(on) => toggle(device.id, channel, on)}
                  >
                    <span>
                      {channelName(channel)}
                      {taken !== undefined && (
                        <span className={styles.taken}> {t("devices.vehicles.picker.taken", { vehicle: taken })}</span>
                      )}
                    </span>
                  </Checkbox>
                );
              })}
            </div>
          </fieldset>
        ))}
        {query.data && devices.length === 0 && (
          <p className={styles.note}>
            {t(keyword ? "devices.vehicles.picker.none" : "devices.vehicles.picker.noDevices")}
          </p>
        )}
        {more > 0 && <p className={styles.note}>{t("devices.vehicles.picker.more", { count: more })}</p>}
      </section>
    </div>
  );
}

/** The channels a device has, and any other that is chosen already. */
function channelsToOffer(device: Thing, chosen: Channels): number[] {
  const own = device.channel_enable.map((_, channel) => channel);
  const kept = chosen.filter(({ things_id }) => things_id === device.id).map(({ channel }) => channel);
  return [...new Set([...own, ...kept])].sort((a, b) => a - b);
}
