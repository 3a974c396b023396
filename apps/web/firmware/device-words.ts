import { FIRMWARE_CODES } from "@canopy/contract/device-link/firmware";
import { ECU_CODES, LEFT_OUT, type RolloutDevice } from "@canopy/contract/firmware/rollouts";
import { type Translate, useText } from "../platform/i18n.ts";
import "./texts.ts";

/** Why one failed, or was left out. */
export function whyOf(code: string | null, t: Translate): string {
  const reason = LEFT_OUT.find((one) => one === code);
  const failure = [...FIRMWARE_CODES, ...ECU_CODES].find((one) => one === code);
  if (failure) return t(`firmware.code.${failure}`);
  return reason ? t(`firmware.reason.${reason}`) : (code ?? "");
}

export function useDeviceWords(version: string) {
  const t = useText();
  return {
    stateOf({ state, code, wave, tries }: RolloutDevice): string {
      if (state === "failed") return t("firmware.device.state.failed", { why: whyOf(code, t) });
      if (state === "left_out")
        return t("firmware.device.state.left_out", {
          why: t(`firmware.reason.${LEFT_OUT.find((one) => one === code) ?? "invalid"}`),
        });
      if (state === "waiting" && code !== null && tries > 0) return t("firmware.device.again", { why: whyOf(code, t) });
      return t(`firmware.device.state.${state}`, { wave: wave + 1, version });
    },
  };
}
