import type { Message, Signal } from "@canopy/can/dbc/model";
import { useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { useDbcFiles, useParsedDbc } from "../../signals/dbc/dbc-library.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/float/Dialog.tsx";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { Select } from "../../ui/form/Select.tsx";
import layout from "../../ui/layout.module.css";
import { type PickedGate, sourceOfSignal } from "./gate-source-text.ts";
import "./package-texts.ts";

const CHANNELS = ["0", "1", "2", "3"] as const;
/** Bits that a terminal reads of a gate. */
const MOST_BITS = 32;

interface GatePickProps {
  /** The name of the gate. */
  readonly title: string;
  /** Of a state, the values that mean yes are chosen; speed and supply have bands of their own. */
  readonly isState: boolean;
  onPick(picked: PickedGate): void;
  onClose(): void;
}

/** C3: the signal that feeds a gate, chosen from a DBC file. */
export function GatePick({ title, isState, onPick, onClose }: GatePickProps) {
  const t = useText();
  const files = (useDbcFiles().data ?? []).filter(({ state }) => state === "ready");
  const [file, setFile] = useState("");
  const [channel, setChannel] = useState<string>(CHANNELS[0]);
  const [chosen, setChosen] = useState("");
  const [yes, setYes] = useState<readonly number[]>([1]);
  const dbcId = file || files[0]?.dbc_id || "";
  const dbc = useParsedDbc(dbcId).data?.dbc;
  const signals = (dbc?.messages ?? []).flatMap((message) => (message.isDecodable ? fitting(message) : []));
  const picked = signals.find(({ key }) => key === chosen);
  const take = () =>
    picked && onPick(sourceOfSignal({ ...picked, channel: Number(channel), values: isState ? yes : [1] }));
  return (
    <Dialog
      open
      title={title}
      width={480}
      onClose={onClose}
      footer={
        <Button kind="main" denied={picked ? undefined : t("diagnosis.package.pickFirst")} onClick={take}>
          {t("diagnosis.package.pickTake")}
        </Button>
      }
    >
      <div className={layout.stack}>
        <Field label={t("diagnosis.package.pickFile")}>
          {(control) => (
            <Select<string>
              {...control}
              value={dbcId}
              onChange={setFile}
              options={files.map(({ dbc_id, name }) => ({ value: dbc_id, label: name }))}
            />
          )}
        </Field>
        <Field label={t("diagnosis.package.pickChannel")}>
          {(control) => (
            <Select<string>
              {...control}
              value={channel}
              onChange={setChannel}
              options={CHANNELS.map((value) => ({ value, label: `CAN${Number(value) + 1}` }))}
            />
          )}
        </Field>
        <Field label={t("diagnosis.package.pickSignal")} required>
          {(control) => (
            <Select<string>
              {...control}
              value={chosen}
              onChange={setChosen}
              options={[
                { value: "", label: t("diagnosis.package.none") },
                ...signals.map(({ key, message, signal }) => ({ value: key, label: labelOf(message, signal) })),
              ]}
            />
          )}
        </Field>
        {isState && picked && <YesValues signal={picked.signal} yes={yes} onYes={setYes} />}
      </div>
    </Dialog>
  );
}

const fitting = (message: Message) =>
  message.signals
    .filter(({ length, multiplexed, valueType }) => length <= MOST_BITS && !multiplexed && valueType === "integer")
    .map((signal) => ({ key: `${message.id} ${message.isExtended} ${signal.name}`, message, signal }));

const labelOf = (message: Message, { name, unit }: Signal) => `${message.name}.${name}${unit ? ` (${unit})` : ""}`;

interface YesValuesProps {
  readonly signal: Signal;
  readonly yes: readonly number[];
  onYes(values: readonly number[]): void;
}

/** Values by their text; without a table of values 1 means yes. */
function YesValues({ signal, yes, onYes }: YesValuesProps) {
  const t = useText();
  const values = signal.values.map(({ raw, text }) => ({ value: Number(raw) * signal.factor + signal.offset, text }));
  if (values.length === 0) return <p className={layout.note}>{t("diagnosis.package.pickOne")}</p>;
  return (
    <fieldset className={layout.stack}>
      <legend>{t("diagnosis.package.pickYes")}</legend>
      {values.map(({ value, text }) => (
        <Checkbox
          key={value}
          checked={yes.includes(value)}
          onChange={(isYes) => onYes(isYes ? [...yes, value] : yes.filter((one) => one !== value))}
        >
          {`${text} (${value})`}
        </Checkbox>
      ))}
    </fieldset>
  );
}
