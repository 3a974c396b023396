import { getProfile } from "@canopy/contract/accounts/personal";
import type { AlarmEvent } from "@canopy/contract/alarms/events";
import { ORDER_NAME_MAX } from "@canopy/contract/work-orders/orders";
import { useQuery } from "@tanstack/react-query";
import { eventQuery } from "../../../alarms/alarm-queries.ts";
import { deviceQuery } from "../../../devices/device-query.ts";
import { api } from "../../../platform/api.ts";
import { type Translate, useText } from "../../../platform/i18n.ts";
import { type TimeFormats, useTimeFormats } from "../../../platform/use-formats.ts";
import { NewOrderDialog, type OrderLink } from "../../../work-orders/NewOrderDialog.tsx";

interface NewOrderProps {
  /** The words of the address. */
  asked: Readonly<Record<string, string>>;
  onMade(orderId: string): void;
  onClose(): void;
}

interface Subject {
  readonly event: AlarmEvent | undefined;
  readonly device: { readonly id: string; readonly name: string } | undefined;
  readonly window: { readonly from_time: number; readonly to_time: number } | undefined;
}

/** TRG-05: what the address names is read first, so that the form opens filled. */
export function NewOrder({ asked, onMade, onClose }: NewOrderProps) {
  const t = useText();
  const formats = useTimeFormats();
  const event = useQuery({ ...eventQuery(asked.event ?? ""), enabled: Boolean(asked.event) });
  const device = useQuery({ ...deviceQuery(asked.device ?? ""), enabled: Boolean(asked.device) });
  const profile = useQuery({
    queryKey: [getProfile.name],
    queryFn: async ({ signal }) => (await api(getProfile, {}, { signal })).data,
  });
  const isReading = profile.isLoading || (asked.event && event.isLoading) || (asked.device && device.isLoading);
  if (isReading) return null;
  const subject = { event: event.data, device: device.data, window: windowIn(asked) };
  return (
    <NewOrderDialog
      initial={{ ...filled(t, formats, subject), phone: phoneOf(profile.data?.phone) }}
      links={linksOf(formats, subject)}
      onMade={onMade}
      onClose={onClose}
    />
  );
}

/** What the profile shows of a phone may be masked. */
const phoneOf = (phone = "") => (/^\+?\d{6,20}$/.test(phone) ? phone : "");

function windowIn({ from, to }: Readonly<Record<string, string>>): Subject["window"] {
  const [from_time, to_time] = [Number(from), Number(to)];
  return Number.isSafeInteger(from_time) && from_time >= 0 && from_time < to_time ? { from_time, to_time } : undefined;
}

function filled(t: Translate, formats: TimeFormats, { event, device, window }: Subject) {
  const base = { type: "problem", picture_ids: [] as string[], ...window } as const;
  if (!event)
    return {
      ...base,
      name: "",
      function: device ? ("devices" as const) : ("other" as const),
      description: "",
      ...(device && { things_id: device.id }),
    };
  const time = formats.time(event.start_time, "second");
  const words = { rule: event.rule_name, device: event.device_name, time };
  return {
    ...base,
    name: t("work-orders.new.alarmName", words).slice(0, ORDER_NAME_MAX),
    function: "alarms" as const,
    description: t("work-orders.new.alarmText", words),
    event_id: event.event_id,
    things_id: event.things_id,
  };
}

function linksOf(formats: TimeFormats, { event, device, window }: Subject): OrderLink[] {
  const name = event?.device_name ?? device?.name;
  const { from_time = 0, to_time = 0 } = window ?? {};
  return [
    ...(name === undefined ? [] : [{ field: "things_id", label: name } as const]),
    ...(event ? [{ field: "event_id", label: event.rule_name } as const] : []),
    ...(window
      ? [{ field: "from_time", label: `${formats.time(from_time)} – ${formats.time(to_time)}` } as const]
      : []),
  ];
}
