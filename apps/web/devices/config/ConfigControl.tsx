import { channelName } from "@canopy/contract/device-link/channels";
import type { ConfigPath } from "@canopy/contract/device-link/config-diff";
import type { LeafField } from "@canopy/contract/device-link/config-form";
import { useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { Switch } from "../../ui/form/Switch.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { numberFrom, numberIn } from "./config-numbers.ts";
import { choiceWord } from "./config-words.ts";
import styles from "./control.module.css";

export interface ControlProps<F extends LeafField = LeafField> {
  field: F;
  path: ConfigPath;
  value: unknown;
  /** Channels that a filter or a share may name. */
  channels: readonly number[];
  label: string;
  describedBy: string | undefined;
  isWrong: boolean;
  onChange(value: unknown): void;
}

/** The control that the schema asks for. */
export function ConfigControl(props: ControlProps) {
  const { field } = props;
  switch (field.kind) {
    case "flag":
      return <FlagControl {...props} field={field} />;
    case "choice":
      return <ChoiceControl {...props} field={field} />;
    case "choices":
      return <ChoicesControl {...props} field={field} />;
    case "number":
      return field.format === "channel" ? <ChannelControl {...props} /> : <NumberControl {...props} field={field} />;
    case "source":
      return <ChannelControl {...props} withGps />;
    default:
      return <WordControl {...props} field={field} />;
  }
}

type ControlOf<K extends LeafField["kind"]> = ControlProps<Extract<LeafField, { kind: K }>>;

const aria = ({ label, describedBy, isWrong }: ControlProps) => ({
  "aria-label": label,
  "aria-describedby": describedBy,
  "aria-invalid": isWrong,
});

function FlagControl(props: ControlOf<"flag">) {
  return <Switch {...aria(props)} checked={props.value === true} onChange={props.onChange} />;
}

function ChoiceControl({ field, value, onChange, ...rest }: ControlOf<"choice">) {
  const t = useText();
  const options = field.values.map((each) => ({
    value: String(each),
    label: typeof each === "number" ? `${each} ${field.unit ?? ""}` : choiceWord(t, each),
  }));
  const take = (text: string) => onChange(field.values.find((each) => String(each) === text));
  const props = aria({ field, value, onChange, ...rest });
  return <Select {...props} className={styles.wide} options={options} value={String(value)} onChange={take} />;
}

function ChoicesControl({ field, value, label, onChange }: ControlOf<"choices">) {
  const t = useText();
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [];
  const take = (word: string, on: boolean) =>
    onChange(field.values.filter((each) => (each === word ? on : chosen.includes(each))));
  return (
    <fieldset className={styles.choices} aria-label={label}>
      {field.values.map((word) => (
        <Checkbox key={word} checked={chosen.includes(word)} onChange={(on) => take(word, on)}>
          {choiceWord(t, word)}
        </Checkbox>
      ))}
    </fieldset>
  );
}

function ChannelControl({ withGps = false, channels, value, onChange, ...rest }: ControlProps & { withGps?: boolean }) {
  const t = useText();
  // One that is configured no more is still shown, so that it can be changed.
  const known = typeof value === "number" && !channels.includes(value) ? [...channels, value] : channels;
  const options = known.map((channel) => ({ value: String(channel), label: channelName(channel) }));
  if (withGps) options.push({ value: "gps", label: t("devices.choice.gps") });
  const take = (text: string) => onChange(text === "gps" ? text : Number(text));
  const props = aria({ channels, value, onChange, ...rest });
  return <Select {...props} className={styles.narrowSelect} options={options} value={String(value)} onChange={take} />;
}

function NumberControl({ field, value, onChange, ...rest }: ControlOf<"number">) {
  const t = useText();
  const [typed, setTyped] = useState(() => numberIn(field, value));
  // The typed text stays (1.0 on its way to 1.05) while it means the value.
  const text = Object.is(numberFrom(field, typed), value) ? typed : numberIn(field, value);
  const take = (next: string) => {
    setTyped(next);
    onChange(numberFrom(field, next));
  };
  const props = aria({ field, value, onChange, ...rest });
  return (
    <TextInput
      {...props}
      className={styles.number}
      mono={field.format === "id"}
      inputMode={field.format === "id" ? "text" : "decimal"}
      placeholder={field.optional ? t("devices.config.unset") : undefined}
      value={text}
      onChange={take}
      trailing={field.format === "bitrate" ? <span className={styles.unit}>{field.unit}</span> : undefined}
    />
  );
}

function WordControl({ field, value, onChange, ...rest }: ControlOf<"text">) {
  const props = aria({ field, value, onChange, ...rest });
  return (
    <TextInput
      {...props}
      className={styles.wide}
      mono={field.format === "hex"}
      maxLength={field.lengths[1] + 16}
      value={typeof value === "string" ? value : ""}
      onChange={onChange}
    />
  );
}
