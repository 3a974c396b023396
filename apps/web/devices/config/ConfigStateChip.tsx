import type { ConfigState } from "@canopy/contract/devices/configuration";
import { useText } from "../../platform/i18n.ts";
import { Chip } from "../../ui/marks/Chip.tsx";

const TONES = {
  waiting: "ordinary",
  sending: "tip",
  confirmed: "green",
  refused: "urgent",
  failed: "urgent",
  superseded: "neutral",
} as const satisfies Record<ConfigState, string>;

export function ConfigStateChip({ state }: { state: ConfigState }) {
  const t = useText();
  return <Chip tone={TONES[state]}>{t(`devices.config.state.${state}`)}</Chip>;
}
