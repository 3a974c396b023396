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

const all = z.record(z.string(), udsSettings);
type Kept = z.output<typeof all>;

/** Settings that a person changed, by device and ECU, in this browser. */
export const keptSettings = createKept<Kept>({
  key: "canopy.diagnosis.settings",
  read: (text) => {
    try {
      return all.safeParse(JSON.parse(text ?? "{}")).data ?? {};
    } catch {
      return {};
    }
  },
  write: (kept) => JSON.stringify(kept),
});

/** The changed settings, else those of the ECU or preset with defaults. */
export function settingsFor(kept: Kept, thingsId: string, key: string, ecu: Ecu | undefined): UdsSettings {
  const own = kept[`${thingsId}/${key}`];
  if (own) return own;
  const from = ecu ?? PRESETS.find((preset) => preset.key === key) ?? PRESETS[0];
  const { physical_id, response_id, functional_id, extended } = from;
  return udsSettings.parse({ physical_id, response_id, functional_id, extended });
}
