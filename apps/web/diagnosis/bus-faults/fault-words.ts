import { parseFaultCode, spnOfFault } from "@canopy/can/faults/fault-code";
import { COMMON_SPNS } from "@canopy/can/j1939/spn";
import type { BusFault, BusFaultSender } from "@canopy/contract/diagnosis/bus-faults";
import type { Language } from "@canopy/contract/platform/language";
import type { TextKey, Translate } from "../../platform/i18n.ts";
import { hexOf } from "../hex.ts";
import type {} from "./bus-fault-texts.ts";

const NAMED_FMIS = 22;
const LAMPS = ["malfunctionIndicator", "redStop", "amberWarning", "protect"] as const;
const SPN_NAMES = new Map(COMMON_SPNS.map(({ spn, name }) => [spn, name]));

/** As people write it, without a failure type that OBD-II does not have. */
export const codeText = ({ protocol, code }: BusFault): string =>
  protocol === "obd" ? code.replace(/-00$/, "") : code;

/** Of the file of fault codes; of J1939 at least what the FMI says. */
export function nameOf(fault: BusFault, t: Translate, language: Language): string {
  const { name_zh: zh, name_en: en } = fault;
  const given = language === "zh" ? zh || en : en || zh;
  const own = spnOfFault(parseFaultCode(fault.code) ?? 0);
  if (!own) return given;
  const { spn, fmi } = own;
  const kind = fmi < NAMED_FMIS ? t(`diagnosis.bus.fmi${fmi}` as TextKey) : t("diagnosis.bus.fmiOther", { fmi });
  return [given || SPN_NAMES.get(spn), kind].filter(Boolean).join(" · ");
}

/** `7E8`, `address 0 (00)`. */
export function senderName({ protocol, source }: Pick<BusFault, "protocol" | "source">, t: Translate): string {
  if (protocol === "obd") return `OBD-II ${hexOf(source)}`;
  const address = source.toString(16).toUpperCase().padStart(2, "0");
  return `J1939 ${t("diagnosis.bus.address", { address })}`;
}

/** What a sender says beside its codes. */
export function factsText({ facts }: BusFaultSender, t: Translate): string {
  const { lamps, is_mil_on, dtc_count: count = 0, monitors, vin, ecu_name: name, calibration_ids: ids } = facts;
  const lit = LAMPS.flatMap((lamp) => {
    const state = lamps?.[lamp].state ?? "notAvailable";
    return state === "notAvailable"
      ? []
      : `${t(`diagnosis.bus.lamp.${lamp}`)} ${t(`diagnosis.bus.lampState.${state}`)}`;
  });
  const there = monitors?.filter(({ isAvailable }) => isAvailable) ?? [];
  const complete = there.filter(({ isComplete }) => isComplete).length;
  return [
    ...lit,
    is_mil_on !== undefined && t(is_mil_on ? "diagnosis.bus.mil.on" : "diagnosis.bus.mil.off", { count }),
    there.length > 0 && t("diagnosis.bus.monitors", { complete, all: there.length }),
    vin && t("diagnosis.bus.vin", { vin }),
    name && t("diagnosis.bus.ecu", { name }),
    ids && ids.length > 0 && t("diagnosis.bus.calibrations", { ids: ids.join(", ") }),
  ]
    .filter(Boolean)
    .join(" · ");
}
