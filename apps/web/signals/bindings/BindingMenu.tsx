import type { Thing } from "@canopy/contract/devices/thing";
import {
  backfillBinding,
  changeSignalBinding,
  type SignalBinding,
  unbindStrategy,
} from "@canopy/contract/signals/bindings";
import { CirclePause, CirclePlay, Ellipsis, History, Sparkles, Unlink } from "lucide-react";
import { deniedOn } from "../../devices/details/may-change.ts";
import { useText } from "../../platform/i18n.ts";
import { Menu, type MenuItem } from "../../ui/float/Menu.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { isRunning } from "../strategies/strategy-queries.ts";
import "../strategies/strategy-texts.ts";

export interface BindingActions {
  onChange(change: { state?: SignalBinding["state"]; revision?: "newest" }): void;
  onBackfill(): void;
  onUnbind(): void;
}

export function BindingMenu({
  binding,
  device,
  ...actions
}: BindingActions & { binding: SignalBinding; device: Thing }) {
  const t = useText();
  const { state, revision, newest_revision, strategy_name } = binding;
  const label = t("signals.bindings.more", { name: strategy_name });
  const change = deniedOn(device, changeSignalBinding);
  const newer: MenuItem[] =
    revision === newest_revision
      ? []
      : [
          {
            key: "newest",
            label: t("signals.bindings.useNewest", { revision: newest_revision }),
            icon: Sparkles,
            denied: change,
            onSelect: () => actions.onChange({ revision: "newest" }),
          },
        ];
  const fill: MenuItem[] =
    state === "paused" || isRunning(binding.backfill)
      ? []
      : [
          {
            key: "backfill",
            label: t("signals.bindings.backfill"),
            icon: History,
            denied: deniedOn(device, backfillBinding),
            onSelect: actions.onBackfill,
          },
        ];
  return (
    <Menu
      label={label}
      trigger={(props) => <IconButton icon={Ellipsis} label={label} {...props} />}
      items={[
        {
          key: "state",
          label: t(state === "enabled" ? "signals.bindings.pause" : "signals.bindings.enable"),
          icon: state === "enabled" ? CirclePause : CirclePlay,
          denied: change,
          onSelect: () => actions.onChange({ state: state === "enabled" ? "paused" : "enabled" }),
        },
        ...newer,
        ...fill,
        {
          key: "unbind",
          label: t("signals.bindings.unbind"),
          icon: Unlink,
          danger: true,
          apart: true,
          denied: deniedOn(device, unbindStrategy),
          onSelect: actions.onUnbind,
        },
      ]}
    />
  );
}
