import { channelName } from "@canopy/contract/device-link/channels";
import type { Thing } from "@canopy/contract/devices/thing";
import { bindStrategy } from "@canopy/contract/signals/bindings";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useDeviceChannels } from "../../frames/filter/use-device-channels.ts";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Field } from "../../ui/form/Field.tsx";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { canChannels } from "../choose/SignalPicker.tsx";
import { allStrategiesQuery } from "../strategies/strategy-queries.ts";
import "../strategies/strategy-texts.ts";

interface BindDialogProps {
  device: Thing;
  onDone(name: string, channel: string): void;
  onClose(): void;
}

/** DBC-03: binds a strategy to a channel. */
export function BindDialog({ device, onDone, onClose }: BindDialogProps) {
  const t = useText();
  const [isTried, setTried] = useState(false);
  const strategies = useQuery(allStrategiesQuery);
  const list = strategies.data?.list ?? [];
  const channels = useDeviceChannels(device, canChannels(device));
  const [channel, setChannel] = useState(channels[0] ?? 0);
  const [picked, setPicked] = useState<string>();
  const strategy = list.find(({ strategy_id }) => strategy_id === picked) ?? list[0];
  const bind = useMutation({
    mutationFn: (strategy_id: string) =>
      api(bindStrategy, { params: { things_id: device.id }, body: { channel, strategy_id } }),
    onSuccess: ({ data }) => onDone(data.strategy_name, channelName(channel)),
  });
  return (
    <FormDialog
      title={t("signals.bindings.bind")}
      action={t("signals.bindings.bind")}
      busy={bind.isPending}
      error={
        isTried && !strategy ? t("signals.bindings.noStrategies") : bind.error ? troubleOf(bind.error).text : undefined
      }
      leaves="freely"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(strategies.data !== undefined);
        if (strategy && !bind.isPending) bind.mutate(strategy.strategy_id);
      }}
      onClose={onClose}
    >
      <Field label={t("signals.bindings.channel")}>
        {(control) => (
          <Select
            {...control}
            options={channels.map((one) => ({ value: String(one), label: channelName(one) }))}
            value={String(channel)}
            onChange={(value) => setChannel(Number(value))}
          />
        )}
      </Field>
      <Field
        label={t("signals.bindings.strategy")}
        hint={strategies.data && list.length === 0 ? t("signals.bindings.noStrategies") : strategy?.dbc_name}
      >
        {(control) => (
          <Select
            {...control}
            options={list.map(({ strategy_id, name, nickname, signal_count }) => ({
              value: strategy_id,
              label: `${nickname ? `${name} · ${nickname}` : name} (${signal_count})`,
            }))}
            value={strategy?.strategy_id ?? ""}
            onChange={setPicked}
          />
        )}
      </Field>
    </FormDialog>
  );
}
