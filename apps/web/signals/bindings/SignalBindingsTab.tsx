import { channelName } from "@canopy/contract/device-link/channels";
import { cancelJob } from "@canopy/contract/platform/system";
import {
  backfillBinding,
  bindStrategy,
  changeSignalBinding,
  type SignalBinding,
  unbindStrategy,
} from "@canopy/contract/signals/bindings";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link2, Plus } from "lucide-react";
import { useState } from "react";
import type { DeviceTabProps } from "../../devices/details/device-tab.tsx";
import { deniedOn } from "../../devices/details/may-change.ts";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { ListFrame } from "../../ui/list/ListFrame.tsx";
import { rowsOfQuery } from "../../ui/list/list-rows.ts";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { followedBindingsQuery, STRATEGY_KEYS } from "../strategies/strategy-queries.ts";
import { BindDialog } from "./BindDialog.tsx";
import { BindingMenu } from "./BindingMenu.tsx";
import { useBindingColumns } from "./binding-columns.tsx";
import "../strategies/strategy-texts.ts";
import { Confirm } from "../../ui/form/Confirm.tsx";

/** DBC-03: the signal strategies bound to the device's channels, with their progress. */
export function SignalBindingsTab({ device }: Pick<DeviceTabProps, "device">) {
  const t = useText();
  const client = useQueryClient();
  const query = useQuery(followedBindingsQuery(device.id));
  const [isBinding, setIsBinding] = useState(false);
  const [leaving, setLeaving] = useState<SignalBinding>();
  const place = (binding_id: string) => ({ things_id: device.id, binding_id });
  const renew = () => Promise.all(STRATEGY_KEYS.map((queryKey) => client.invalidateQueries({ queryKey })));
  const told = {
    onError: (problem: unknown) => void addNote({ tone: "ordinary", text: troubleOf(problem).text }),
    onSettled: renew,
  };
  const act = useMutation({ mutationFn: (work: () => Promise<unknown>) => work(), ...told });
  const unbind = useMutation({
    mutationFn: ({ binding_id }: SignalBinding) => api(unbindStrategy, { params: place(binding_id) }),
    onSuccess: (_, { strategy_name: name, channel }) => {
      setLeaving(undefined);
      addNote({ tone: "done", text: t("signals.bindings.unbound", { name, channel: channelName(channel) }) });
    },
    onSettled: renew,
  });
  const columns = useBindingColumns((job_id) => act.mutate(() => api(cancelJob, { params: { job_id } })));
  return (
    <>
      <ListFrame
        list="signals.bindings"
        label={t("signals.bindings.title")}
        columns={columns}
        rows={rowsOfQuery(query, (list) => list)}
        rowKey={({ binding_id }) => binding_id}
        note={t("signals.bindings.note")}
        actions={
          <Button kind="main" icon={Plus} denied={deniedOn(device, bindStrategy)} onClick={() => setIsBinding(true)}>
            {t("signals.bindings.bind")}
          </Button>
        }
        empty={<EmptyState icon={Link2} title={t("signals.bindings.empty")} text={t("signals.bindings.emptyNote")} />}
        rowActions={(binding) => (
          <BindingMenu
            binding={binding}
            device={device}
            onChange={(body) => act.mutate(() => api(changeSignalBinding, { params: place(binding.binding_id), body }))}
            onBackfill={() => act.mutate(() => api(backfillBinding, { params: place(binding.binding_id) }))}
            onUnbind={() => {
              unbind.reset();
              setLeaving(binding);
            }}
          />
        )}
      />
      {isBinding && (
        <BindDialog
          device={device}
          onClose={() => setIsBinding(false)}
          onDone={(name, channel) => {
            setIsBinding(false);
            addNote({ tone: "done", text: t("signals.bindings.bound", { name, channel }) });
            void renew();
          }}
        />
      )}
      <Confirm
        open={leaving !== undefined}
        title={t("signals.bindings.unbindTitle")}
        action={t("signals.bindings.unbind")}
        busy={unbind.isPending}
        error={unbind.error ? troubleOf(unbind.error).text : undefined}
        onConfirm={() => leaving && unbind.mutate(leaving)}
        onClose={() => setLeaving(undefined)}
      >
        {leaving &&
          t("signals.bindings.unbindNote", {
            name: leaving.strategy_name,
            dbc: leaving.dbc_name,
            channel: channelName(leaving.channel),
          })}
      </Confirm>
    </>
  );
}
