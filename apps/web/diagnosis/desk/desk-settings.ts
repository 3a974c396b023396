import { type UdsSettings, udsSettings } from "@canopy/contract/device-link/uds-job";
import type { Ecu } from "@canopy/contract/diagnosis/ecus";
import { z } from "zod";
import type { TextKey } from "../../platform/i18n.ts";
import { createKept } from "../../platform/kept.ts";
import type {} from "./desk-texts.ts";

/** Addresses without a control unit: those of ISO 15765-4. */
export const PRESETS = [
  {
    key: "obd",
    title: "diagnosis.preset.obd",
    physical_id: 0x7e0,
    response_id: 0x7e8,
    functional_id: 0x7df,
    extended: false,
  },
  {
    key: "obd29",
    title: "diagnosis.preset.obd29",
    physical_id: 0x18da10f1,
    response_id: 0x18daf110,
    functional_id: 0x18db33f1,
    extended: true,
  },
] as const satisfies readonly ({ key: string; title: TextKey } & Partial<UdsSettings>)[];

/** Single fields of the settings; whether they fit together is known with those of the ECU alone. */
const changes = z.record(z.string(), z.unknown());
type Changes = z.output<typeof changes>;
const all = z.record(z.string(), changes);
export type KeptChanges = z.output<typeof all>;

const ADDRESSES = [
  "physical_id",
  "response_id",
  "functional_id",
  "extended",
] as const satisfies readonly (keyof UdsSettings)[];

/** What a person changed, by device and ECU, in this browser. The rest is the ECU's, as it is now. */
export const keptSettings = createKept<KeptChanges>({
  key: "canopy.diagnosis.settings",
  read: readChanges,
  write: (kept) => JSON.stringify(kept),
});

export function readChanges(text: string | null): KeptChanges {
  try {
    const kept = all.safeParse(JSON.parse(text ?? "{}")).data ?? {};
    return Object.fromEntries(Object.entries(kept).map(([key, one]) => [key, withoutCopies(key, one)]));
  } catch {
    return {};
  }
}

/** Earlier versions kept all settings: then the addresses are only those that the ECU had at that time. */
function withoutCopies(key: string, kept: Changes): Changes {
  const isWhole = Object.keys(udsSettings.shape).every((field) => Object.hasOwn(kept, field));
  if (!isWhole || PRESETS.some((preset) => key.endsWith(`/${preset.key}`))) return kept;
  const isAddress = (field: string) => ADDRESSES.some((one) => one === field);
  return Object.fromEntries(Object.entries(kept).filter(([field]) => !isAddress(field)));
}

/** Of the ECU or preset, with defaults. */
export function ownSettings(key: string, ecu: Ecu | undefined): UdsSettings {
  const from = ecu ?? PRESETS.find((preset) => preset.key === key) ?? PRESETS[0];
  return udsSettings.parse(addressesOf(from));
}

/** Those of the ECU or preset under what was changed. */
export function settingsFor(kept: KeptChanges, thingsId: string, key: string, ecu: Ecu | undefined): UdsSettings {
  const own = ownSettings(key, ecu);
  const changed = { ...own, ...kept[`${thingsId}/${key}`] };
  // A changed address may not fit the frame type that the ECU has by now.
  return (
    [changed, { ...changed, ...addressesOf(own) }].map((one) => udsSettings.safeParse(one).data).find(Boolean) ?? own
  );
}

/** Only what differs from the ECU's is kept: what is corrected there later holds here too. */
export function withSettings(kept: KeptChanges, key: string, own: UdsSettings, settings: UdsSettings): KeptChanges {
  const of = new Map<string, unknown>(Object.entries(own));
  const changed = Object.entries(settings).filter(([field, value]) => value !== of.get(field));
  const others = Object.entries(kept).filter(([one]) => one !== key);
  return Object.fromEntries([...others, ...(changed.length > 0 ? [[key, Object.fromEntries(changed)] as const] : [])]);
}

/** Whether requests go elsewhere than the ECU or preset says. */
export const isReaddressed = (settings: UdsSettings, own: UdsSettings): boolean =>
  ADDRESSES.some((field) => settings[field] !== own[field]);

function addressesOf({
  physical_id,
  response_id,
  functional_id,
  extended,
}: Pick<UdsSettings, (typeof ADDRESSES)[number]>) {
  return { physical_id, response_id, functional_id, extended };
}
