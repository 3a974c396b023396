import { channelName } from "@canopy/contract/device-link/channels";
import { formatSignal, type SignalReference } from "@canopy/contract/signals/signal-reference";
import { ListPlus, X } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { useText } from "../../platform/i18n.ts";
import { useSignalInfos } from "../../signals/choose/use-signal-infos.ts";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import styles from "../tests.module.css";
import "../texts.ts";
import { type NamedSignal, repeatedName } from "./named-signal.ts";

/** The signals of a routine with the names that scripts use. */
export function useNamedSignals(signals: readonly SignalReference[]): readonly NamedSignal[] {
  const text = signals.map(formatSignal).join("\n");
  const keys = useMemo(() => (text === "" ? [] : text.split("\n")), [text]);
  const { infos } = useSignalInfos(keys);
  return signals.map((reference) => {
    const info = infos.get(formatSignal(reference));
    const name = info ? `${info.message.name}.${info.name}` : reference.signal;
    return { reference, name, isKnown: info !== undefined };
  });
}

interface RoutineSignalsProps {
  signals: readonly NamedSignal[];
  onChange(signals: SignalReference[]): void;
  onPick(): void;
  /** Chooses the device whose DBC files are offered. */
  deviceChoice: ReactNode;
  pickDenied: string | undefined;
  /** What the server says of them. */
  error?: string | undefined;
}

export function RoutineSignals(props: RoutineSignalsProps) {
  const { signals, onChange, onPick, deviceChoice, pickDenied } = props;
  const t = useText();
  const signal = repeatedName(signals);
  const error = signal === undefined ? props.error : t("tests.failure.signalTwice", { signal });
  return (
    <fieldset className={styles.group}>
      <legend>{t("tests.form.signals")}</legend>
      {signals.length === 0 && <p className={styles.hint}>{t("tests.form.noSignals")}</p>}
      <ul className={styles.chosen}>
        {signals.map(({ reference, name }) => (
          <li key={formatSignal(reference)}>
            <span>
              {channelName(reference.channel)} · <bdi>{name}</bdi>
            </span>
            <IconButton
              icon={X}
              label={t("tests.form.remove", { name })}
              onClick={() => onChange(signals.flatMap((one) => (one.reference === reference ? [] : one.reference)))}
            />
          </li>
        ))}
      </ul>
      {error && <p role="alert">{error}</p>}
      <div className={styles.line}>
        <Button icon={ListPlus} denied={pickDenied} onClick={onPick}>
          {t("tests.form.pick")}
        </Button>
        <span className={styles.hint}>{t("tests.form.signalsOf")}</span>
        {deviceChoice}
      </div>
    </fieldset>
  );
}
