import type { OverviewRow } from "@canopy/contract/devices/overview";
import { useQuery } from "@tanstack/react-query";
import { LayoutGrid, ListPlus, SlidersHorizontal, Trash2, Volume2, VolumeX, ZoomIn } from "lucide-react";
import { useState } from "react";
import { createPortal } from "react-dom";
import { labelsQuery } from "../../devices/details/overview-query.ts";
import { deviceQuery } from "../../devices/device-query.ts";
import { UNKNOWN } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { useStore } from "../../platform/kept.ts";
import { SignalPicker } from "../../signals/choose/SignalPicker.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/float/Dialog.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { MOST_CURVES, readChoice, type ScreenSignal, writeChoice } from "./monitor-choice.ts";
import styles from "./screen.module.css";
import { screenSound, toggleSound } from "./screen-sound.ts";
import type { ScreenAddress } from "./use-scenes.ts";

interface MonitorToolsProps {
  isOpen: boolean;
  onOpen(isOpen: boolean): void;
  rows: readonly OverviewRow[];
  address: ScreenAddress;
  isNear: boolean;
  onSize(): void;
}

/** Buttons of the monitor screen: what it shows, and its sound. */
export function MonitorTools({ isOpen, onOpen, rows, address, isNear, onSize }: MonitorToolsProps) {
  const t = useText();
  const hasSound = useStore(screenSound);
  const [picking, setPicking] = useState<string>();
  return (
    <>
      <IconButton
        icon={hasSound ? Volume2 : VolumeX}
        label={t(hasSound ? "statistics.choice.soundOn" : "statistics.choice.soundOff")}
        aria-pressed={hasSound}
        onClick={toggleSound}
      />
      <IconButton
        icon={isNear ? ZoomIn : LayoutGrid}
        label={t(isNear ? "statistics.choice.toFar" : "statistics.choice.toNear")}
        onClick={onSize}
      />
      <IconButton icon={SlidersHorizontal} label={t("statistics.choice.open")} onClick={() => onOpen(true)} />
      {/* Outside the wall: its sizes are for people across the room, these are read from near. */}
      {createPortal(
        <>
          <Dialog open={isOpen} title={t("statistics.choice.title")} width={480} onClose={() => onOpen(false)}>
            {isOpen && <Choice rows={rows} address={address} onPick={setPicking} />}
          </Dialog>
          {picking !== undefined && (
            <Picker thingsId={picking} address={address} onClose={() => setPicking(undefined)} />
          )}
        </>,
        document.body,
      )}
    </>
  );
}

interface ChoiceProps extends Pick<MonitorToolsProps, "rows" | "address"> {
  onPick(thingsId: string): void;
}

function Choice({ rows, address: { search, onSearch }, onPick }: ChoiceProps) {
  const t = useText();
  const labels = useQuery(labelsQuery).data ?? [];
  const chosen = readChoice(search.signals);
  const nameOf = ({ thingsId, signal }: ScreenSignal) =>
    `${rows.find(({ id }) => id === thingsId)?.name ?? UNKNOWN} · ${signal.signal}`;
  const choose = (next: readonly ScreenSignal[]) => onSearch({ signals: writeChoice(next) });
  return (
    <div className={styles.choice}>
      <Field label={t("statistics.choice.label")}>
        {(control) => (
          <Select
            {...control}
            options={[
              { value: "", label: t("statistics.choice.allDevices") },
              ...labels.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={search.label ?? ""}
            onChange={(label) => onSearch({ label: label || undefined })}
          />
        )}
      </Field>
      <h3>{t("statistics.choice.curves", { count: chosen.length, limit: MOST_CURVES })}</h3>
      {chosen.length === 0 && <p>{t("statistics.choice.byItself")}</p>}
      <ul>
        {chosen.map((one, i) => (
          <li key={writeChoice([one])}>
            <span>{nameOf(one)}</span>
            <IconButton
              icon={Trash2}
              label={t("statistics.choice.remove", { name: nameOf(one) })}
              onClick={() => choose(chosen.filter((_, place) => place !== i))}
            />
          </li>
        ))}
      </ul>
      <AddSignals rows={rows} isFull={chosen.length >= MOST_CURVES} onPick={onPick} />
    </div>
  );
}

interface AddSignalsProps extends Pick<ChoiceProps, "rows" | "onPick"> {
  isFull: boolean;
}

function AddSignals({ rows, isFull, onPick }: AddSignalsProps) {
  const t = useText();
  const [id, setId] = useState("");
  const chooseDevice = id === "" ? t("statistics.choice.chooseDevice") : undefined;
  return (
    <>
      <Field label={t("statistics.choice.device")}>
        {(control) => (
          <Select
            {...control}
            options={[
              { value: "", label: t("statistics.choice.chooseDevice") },
              ...rows.map((row) => ({ value: row.id, label: row.name })),
            ]}
            value={id}
            onChange={setId}
          />
        )}
      </Field>
      <Button icon={ListPlus} denied={isFull ? t("statistics.choice.full") : chooseDevice} onClick={() => onPick(id)}>
        {t("statistics.choice.add")}
      </Button>
    </>
  );
}

interface PickerProps extends Pick<MonitorToolsProps, "address"> {
  thingsId: string;
  onClose(): void;
}

function Picker({ thingsId, address: { search, onSearch }, onClose }: PickerProps) {
  const { data: device } = useQuery(deviceQuery(thingsId));
  const chosen = readChoice(search.signals);
  const others = chosen.filter((one) => one.thingsId !== thingsId);
  if (!device) return null;
  return (
    <SignalPicker
      device={device}
      open
      chosen={chosen.flatMap((one) => (one.thingsId === thingsId ? [one.signal] : []))}
      limit={MOST_CURVES - others.length}
      onChoose={(signals) =>
        onSearch({ signals: writeChoice([...others, ...signals.map((signal) => ({ thingsId, signal }))]) })
      }
      onClose={onClose}
    />
  );
}
