import { FLASH_CAUSES } from "@canopy/can/uds/flash/flash-state";
import { flashFailureText, gateName, isGate } from "@canopy/contract/devices/flash-texts";
import type { Rollout, RolloutDevice } from "@canopy/contract/firmware/rollouts";
import { whyOf } from "../firmware/device-words.ts";
import { useLanguage, useText } from "../platform/i18n.ts";
import "./texts.ts";

/** What a device of an ECU campaign is at; undefined: the words of firmware hold. */
export function useCampaignWords() {
  const t = useText();
  const language = useLanguage();
  const gates = (detail: string | null) =>
    (detail ?? "")
      .split(" ")
      .map((name) => (isGate(name) ? gateName(name, language) : name))
      .join(language === "zh" ? "、" : ", ");
  const because = (detail: string | null) => {
    const cause = FLASH_CAUSES.find((one) => one === detail);
    if (!cause) return "";
    const failure = { phase: "queued" as const, cause, code: null, denials: [] };
    return ` ${flashFailureText({ failure, code: null }, language).cause}`;
  };
  return ({ payload }: Rollout, { state, code, detail }: RolloutDevice): string | undefined => {
    if (payload !== "ecu") return undefined;
    if (state === "gated")
      return code === "gates"
        ? t("campaigns.state.gated", { gates: gates(detail) })
        : t("campaigns.state.held", { why: whyOf(code, t) });
    if (state === "failed") return `${t("firmware.device.state.failed", { why: whyOf(code, t) })}${because(detail)}`;
    if (state === "installing") return t("campaigns.state.flashing");
    return state === "restarting" ? t("campaigns.state.readBack") : undefined;
  };
}
