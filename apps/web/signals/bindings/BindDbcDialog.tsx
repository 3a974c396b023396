import { channelName } from "@canopy/contract/device-link/channels";
import type { Thing } from "@canopy/contract/devices/thing";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { FolderOpen } from "lucide-react";
import { useRef, useState } from "react";
import { useDeviceChannels } from "../../frames/filter/use-device-channels.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Field } from "../../ui/form/Field.tsx";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { useDroppedFile } from "../../ui/use-dropped-file.ts";
import { canChannels } from "../choose/SignalPicker.tsx";
import { DBC_KEY, dbcFilesQuery, parsedDbcQuery } from "../dbc/dbc-library.ts";
import { allStrategiesQuery, bindingsQuery, STRATEGY_KEYS } from "../strategies/strategy-queries.ts";
import { bindDbc } from "./bind-dbc.ts";
import "../strategies/strategy-texts.ts";

const OWN_FILE = "file";

/** DBC-03, from a table of frames: a DBC of the library or of one's own machine, and the channel that it reads. */
export function BindDbcDialog({ device, onClose }: { device: Thing; onClose(): void }) {
  const t = useText();
  const client = useQueryClient();
  const picker = useRef<HTMLInputElement>(null);
  const files = useQuery(dbcFilesQuery);
  const bindings = useQuery(bindingsQuery(device.id));
  const channels = useDeviceChannels(device, canChannels(device));
  const [file, setFile] = useState<File>();
  const [picked, setPicked] = useState<string>();
  const [chosenChannel, setChannel] = useState<number>();
  const ready = (files.data ?? []).filter(({ state }) => state === "ready");
  const isBound = (channel: number) => (bindings.data ?? []).some((one) => one.channel === channel);
  const channel = chosenChannel ?? channels.find((one) => !isBound(one)) ?? channels[0] ?? 0;
  const library = ready.find(({ dbc_id }) => dbc_id === picked) ?? ready[0];
  const take = (taken: File | undefined) => {
    if (!taken) return;
    setFile(taken);
    setPicked(OWN_FILE);
  };
  useDroppedFile(take);
  const isFile = file !== undefined && (picked === OWN_FILE || !library);
  const source = isFile ? { file } : library && { dbcId: library.dbc_id, name: library.name };
  const renew = () =>
    Promise.all([...STRATEGY_KEYS, DBC_KEY].map((queryKey) => client.invalidateQueries({ queryKey })));
  const bind = useMutation({
    mutationFn: async (from: NonNullable<typeof source>) =>
      bindDbc({
        thingsId: device.id,
        channel,
        source: from,
        strategies: (await client.fetchQuery(allStrategiesQuery)).list,
        readDbc: async (id) => (await client.fetchQuery(parsedDbcQuery(id, "newest"))).dbc,
      }),
    onSuccess: ({ name, undo }) => {
      const failed = (problem: unknown) => addNote({ tone: "ordinary", text: troubleOf(problem).text });
      addNote({
        tone: "done",
        text: t("signals.bindings.bound", { name, channel: channelName(channel) }),
        undo: () => void undo().catch(failed).finally(renew),
      });
      onClose();
    },
    onSettled: renew,
  });
  return (
    <FormDialog
      title={t("signals.bindDbc.title")}
      action={t("signals.bindDbc.bind")}
      busy={bind.isPending}
      error={bind.error ? troubleOf(bind.error).text : undefined}
      leaves="freely"
      onSubmit={(event) => {
        event.preventDefault();
        if (source && !bind.isPending) bind.mutate(source);
      }}
      onClose={onClose}
    >
      <input
        ref={picker}
        type="file"
        accept=".dbc,.ldf,.arxml"
        hidden
        onChange={(event) => {
          take(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
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
      <Field label={t("signals.bindDbc.file")} hint={t("signals.bindDbc.hint")}>
        {(control) => (
          <Select
            {...control}
            options={[
              ...ready.map(({ dbc_id, name, revision }) => ({ value: dbc_id, label: `${name} r${revision}` })),
              ...(file ? [{ value: OWN_FILE, label: file.name }] : []),
            ]}
            value={isFile ? OWN_FILE : (library?.dbc_id ?? "")}
            onChange={setPicked}
          />
        )}
      </Field>
      <div>
        <Button icon={FolderOpen} onClick={() => picker.current?.click()}>
          {t("signals.bindDbc.choose")}
        </Button>
      </div>
    </FormDialog>
  );
}
