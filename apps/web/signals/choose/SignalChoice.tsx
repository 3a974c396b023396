import type { Dbc, Message } from "@canopy/can/dbc/model";
import { type MessageSignal, messageSignalKey } from "@canopy/contract/signals/signal-reference";
import { useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import layout from "../../ui/layout.module.css";
import { SearchInput } from "../../ui/list/SearchInput.tsx";
import styles from "./choose.module.css";
import { idText } from "./signal-names.ts";
import "../strategies/strategy-texts.ts";

interface SignalChoiceProps {
  dbc: Dbc;
  chosen: readonly MessageSignal[];
  onChange(signals: MessageSignal[]): void;
}

/** Number of messages shown; more are found by typing. */
const SHOWN_MESSAGES = 60;

/** The signals of one DBC by message, each with a checkbox. */
export function SignalChoice({ dbc, chosen, onChange }: SignalChoiceProps) {
  const t = useText();
  const [search, setSearch] = useState("");
  const found = dbc.messages.filter((message) => message.isDecodable && fits(message, search));
  const ticked = new Set(chosen.map(messageSignalKey));
  const toggle = (signals: readonly MessageSignal[], on: boolean) => {
    const touched = new Set(signals.map(messageSignalKey));
    const others = chosen.filter((one) => !touched.has(messageSignalKey(one)));
    onChange(on ? [...others, ...signals] : others);
  };
  const known = new Set(dbc.messages.flatMap((message) => signalsOf(message).map(messageSignalKey)));
  const gone = chosen.filter((one) => !known.has(messageSignalKey(one)));
  return (
    <div className={layout.stack}>
      <SearchInput value={search} onChange={setSearch} label={t("signals.strategies.find")} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <section className={styles.signals} aria-label={t("signals.strategies.signals")} tabIndex={0}>
        {gone.map((one) => (
          <Checkbox key={messageSignalKey(one)} checked onChange={() => toggle([one], false)}>
            {one.signal} · {t("signals.strategies.gone")}
          </Checkbox>
        ))}
        {found.slice(0, SHOWN_MESSAGES).map((message) => {
          const all = signalsOf(message);
          return (
            <fieldset key={`${message.isExtended}${message.id}`} className={layout.ticks}>
              <legend>
                <Checkbox
                  checked={all.length > 0 && all.every((one) => ticked.has(messageSignalKey(one)))}
                  onChange={(on) => toggle(all, on)}
                >
                  <strong>{message.name}</strong> <span className="mono">{idText(message.id, message.isExtended)}</span>
                </Checkbox>
              </legend>
              {message.signals.map(({ name, unit }, i) => {
                const one = all[i] as MessageSignal;
                return (
                  <Checkbox key={name} checked={ticked.has(messageSignalKey(one))} onChange={(on) => toggle([one], on)}>
                    {unit ? `${name} (${unit})` : name}
                  </Checkbox>
                );
              })}
            </fieldset>
          );
        })}
        {found.length > SHOWN_MESSAGES && (
          <p className={layout.note}>
            {t("signals.strategies.moreMessages", { count: found.length - SHOWN_MESSAGES })}
          </p>
        )}
      </section>
    </div>
  );
}

const signalsOf = ({ id, isExtended, signals }: Message): MessageSignal[] =>
  signals.map(({ name }) => ({ message_id: id, is_extended: isExtended, signal: name }));

function fits({ name, signals }: Message, search: string): boolean {
  const part = search.trim().toLowerCase();
  return name.toLowerCase().includes(part) || signals.some((signal) => signal.name.toLowerCase().includes(part));
}
