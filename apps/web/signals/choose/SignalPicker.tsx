import "./choose-texts.ts";
import type { Message } from "@canopy/can/dbc/model";
import { channelKind, channelName, FIRST_CHANNEL } from "@canopy/contract/device-link/channels";
import type { Thing } from "@canopy/contract/devices/thing";
import { functionErrors } from "@canopy/contract/signals/function-errors";
import type { SignalReference } from "@canopy/contract/signals/signal-reference";
import { useState } from "react";
import { useDeviceChannels } from "../../frames/filter/use-device-channels.ts";
import { codeText, troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { createKept, useStore } from "../../platform/kept.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/float/Dialog.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { Select } from "../../ui/form/Select.tsx";
import layout from "../../ui/layout.module.css";
import { SearchInput } from "../../ui/list/SearchInput.tsx";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { useDbcFiles, useParsedDbc } from "../dbc/dbc-library.ts";
import styles from "./choose.module.css";
import { ownFirst, useOwnBindings } from "./own-dbcs.ts";
import { idText, isSameSignal } from "./signal-names.ts";

interface SignalPickerProps {
  device: Thing;
  open: boolean;
  chosen: readonly SignalReference[];
  limit: number;
  onChoose(signals: readonly SignalReference[]): void;
  onClose(): void;
}

/** Number of messages shown; more are found by typing. */
const SHOWN_MESSAGES = 60;
const LEAST_CHANNELS = 2;

/** The last chosen file is preselected the next time. */
const lastDbc = createKept({ key: "canopy.signals.dbc", read: (text) => text ?? "", write: (id: string) => id });

/** Signals of the tenant's DBC files on a channel of the device; one beyond the limit is refused. */
export function SignalPicker({ device, open, chosen, limit, onChoose, onClose }: SignalPickerProps) {
  const t = useText();
  return (
    <Dialog
      open={open}
      title={limit === 1 ? t("signals.pick.one") : t("signals.pick.title", { count: chosen.length, limit })}
      onClose={onClose}
      width={560}
      footer={
        limit > 1 && (
          <>
            <Button kind="quiet" onClick={() => onChoose([])}>
              {t("signals.pick.clear")}
            </Button>
            <Button kind="main" onClick={onClose}>
              {t("ui.action.close")}
            </Button>
          </>
        )
      }
    >
      <PickerBody device={device} chosen={chosen} limit={limit} onChoose={onChoose} onClose={onClose} />
    </Dialog>
  );
}

function PickerBody({ device, chosen, limit, onChoose, onClose }: Omit<SignalPickerProps, "open">) {
  const t = useText();
  const files = useDbcFiles();
  const bindings = useOwnBindings(device.id);
  const kept = useStore(lastDbc);
  const [picked, setPicked] = useState<string>();
  const [channel, setChannel] = useState(chosen[0]?.channel ?? FIRST_CHANNEL.can);
  const channels = useDeviceChannels(device, [...canChannels(device), channel]);
  const ready = files.data?.filter(({ state }) => state === "ready") ?? [];
  const usable = ownFirst(ready, bindings ?? [], channel);
  const isOwn = (id: string) => bindings?.some(({ dbc_id }) => dbc_id === id) ?? false;
  // The last chosen file, unless the device has DBCs of its own.
  const wanted = chosen[0]?.dbc_id ?? (bindings?.length && !isOwn(kept) ? undefined : kept);
  const dbcId = usable.find(({ dbc_id }) => dbc_id === (picked ?? wanted))?.dbc_id ?? usable[0]?.dbc_id ?? "";
  const [search, setSearch] = useState("");
  const parsed = useParsedDbc(dbcId);
  const messages = parsed.data?.dbc.messages.filter((message) => message.isDecodable && fits(message, search)) ?? [];

  const toggle = (message: Message, signal: string, on: boolean) => {
    const { id: message_id, isExtended: is_extended } = message;
    const reference = { channel, dbc_id: dbcId, message_id, is_extended, signal };
    lastDbc.set(dbcId);
    if (limit === 1) {
      onChoose([reference]);
      return onClose();
    }
    if (!on) return onChoose(chosen.filter((one) => !isSameSignal({ ...one, revision: undefined }, reference)));
    if (chosen.length < limit) return onChoose([...chosen, reference]);
    const text = limit === 30 ? codeText(functionErrors.signalLimit.code) : undefined;
    addNote({ tone: "ordinary", text: text ?? t("signals.pick.title", { count: chosen.length, limit }) });
  };
  if (files.error && !files.data) {
    const retry = () => void files.refetch();
    return <FailedState title={t("signals.pick.failed")} trouble={troubleOf(files.error)} onRetry={retry} />;
  }
  if (files.isPending || bindings === undefined) return <Skeleton rows={6} columns={2} />;
  if (usable.length === 0) return <EmptyState title={t("signals.pick.noDbc")} />;
  return (
    <div className={layout.stack}>
      <div className={styles.pickerHead}>
        <Select
          aria-label={t("signals.pick.dbc")}
          options={usable.map(({ dbc_id, name }) => ({ value: dbc_id, label: name }))}
          value={dbcId}
          onChange={setPicked}
        />
        <Select
          aria-label={t("signals.pick.channel")}
          options={channels.map((one) => ({ value: String(one), label: channelName(one) }))}
          value={String(channel)}
          onChange={(value) => setChannel(Number(value))}
        />
        <SearchInput value={search} onChange={setSearch} label={t("signals.pick.search")} />
      </div>
      {parsed.isPending && <Skeleton rows={6} columns={2} />}
      {parsed.error && (
        <FailedState
          title={t("signals.pick.failed")}
          trouble={troubleOf(parsed.error)}
          onRetry={() => void parsed.refetch()}
        />
      )}
      {messages.slice(0, SHOWN_MESSAGES).map((message) => (
        <fieldset key={`${message.isExtended}${message.id}`} className={styles.group}>
          <legend>
            <strong>{message.name}</strong> <span className="mono">{idText(message.id, message.isExtended)}</span>
          </legend>
          {message.signals.map(({ name, unit }) => (
            <Checkbox
              key={name}
              checked={chosen.some(
                (one) =>
                  one.channel === channel &&
                  one.dbc_id === dbcId &&
                  one.message_id === message.id &&
                  one.is_extended === message.isExtended &&
                  one.signal === name,
              )}
              onChange={(on) => toggle(message, name, on)}
            >
              {unit ? `${name} (${unit})` : name}
            </Checkbox>
          ))}
        </fieldset>
      ))}
      {messages.length > SHOWN_MESSAGES && <p>{t("signals.pick.more", { count: messages.length - SHOWN_MESSAGES })}</p>}
      {parsed.data && messages.length === 0 && <p>{t("signals.pick.nothing")}</p>}
    </div>
  );
}

function fits({ name, signals }: Message, search: string): boolean {
  const part = search.trim().toLowerCase();
  return name.toLowerCase().includes(part) || signals.some((signal) => signal.name.toLowerCase().includes(part));
}

/** The device's channels, at least two as in other forms. */
export function canChannels(device: Thing): number[] {
  const count = Math.max(LEAST_CHANNELS, device.channel_enable.length);
  const all = Array.from({ length: count }, (_, i) => FIRST_CHANNEL.can + i);
  return all.filter((channel) => channelKind(channel) === "can");
}
