import "./message-texts.ts";
import type { EncodeProblem } from "@canopy/can/dbc/decode/encode";
import { framesOfRound, ownSignals } from "@canopy/can/dbc/decode/sent-message";
import { cycleTimeMs } from "@canopy/can/dbc/parse/attributes";
import { FLAG_EXTENDED } from "@canopy/can/frame/frame";
import { PROTECTIONS } from "@canopy/can/frame/protect";
import { channelName } from "@canopy/contract/device-link/channels";
import type { SentFrame } from "@canopy/contract/device-link/sent-frame";
import { ListPlus, Send, Square } from "lucide-react";
import { use, useMemo, useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { idText } from "../rows/frame-cells.ts";
import { RepeatFields } from "../send/RepeatFields.tsx";
import { ONCE, planOf } from "../send/repeat.ts";
import { sentFrameText } from "../send/sent-frame-text.ts";
import type { Sender } from "../send/use-sender.ts";
import { FrameWaysContext } from "../table/frame-ways.ts";
import styles from "./message.module.css";
import {
  activeSignals,
  framesOf,
  type MessageChoice,
  type MessageDraft,
  messageChoices,
  ownOf,
  startDraft,
} from "./message-draft.ts";
import { SignalRow } from "./SignalRow.tsx";

interface SendMessageProps {
  channels: readonly number[];
  sender: Sender;
  denied: string | undefined;
  onAdd(frame: SentFrame): void;
}

const NO_PROBLEMS: readonly EncodeProblem[] = [];

/** DEV-06: a message of a bound DBC, filled in by its signals. */
export default function SendMessage({ channels, sender, denied, onAdd }: SendMessageProps) {
  const t = useText();
  const { decoders, toBindings } = use(FrameWaysContext);
  const bound = decoders.find(({ channel }) => channel !== null && channels.includes(channel))?.channel;
  const [channel, setChannel] = useState(bound ?? channels[0] ?? 0);
  const [search, setSearch] = useState("");
  const [kept, setDraft] = useState<MessageDraft | null>(null);
  const [repeat, setRepeat] = useState(ONCE);
  const choices = useMemo(() => messageChoices(decoders, channel), [decoders, channel]);
  const found = choices.filter((choice) => isFound(choice, search));
  // The message of another channel or file is no choice here.
  const draft =
    kept && found.some(({ key }) => key === kept.choice.key) ? kept : found[0] ? startDraft(found[0]) : null;

  const choose = (choice: MessageChoice) => {
    setDraft(startDraft(choice));
    const cycle = cycleTimeMs(choice.dbc, choice.message);
    if (cycle !== null) setRepeat((old) => ({ ...old, period: String(cycle) }));
  };
  const plan = planOf(repeat);
  const made = draft && framesOf(draft, { channel, isCyclic: repeat.cyclic, periodMs: plan?.period_ms ?? 0 });
  const frames = made?.ok ? made.value : [];
  const send = () => {
    const [first] = frames;
    if (draft && plan && first)
      void sender.send(`${draft.choice.message.name} · ${sentFrameText(first)}`, { frames, ...plan });
  };
  return (
    <form
      className={styles.body}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className={styles.choice}>
        <Field label={t("frames.filter.channel")}>
          {(control) => (
            <Select
              {...control}
              options={channels.map((one) => ({ value: String(one), label: channelName(one) }))}
              value={String(channel)}
              onChange={(one) => setChannel(Number(one))}
            />
          )}
        </Field>
        <Field label={t("frames.message.find")}>
          {(control) => <TextInput {...control} value={search} onChange={setSearch} autoComplete="off" />}
        </Field>
      </div>
      {choices.length === 0 ? (
        <div className={styles.empty}>
          <p>{t("frames.message.none")}</p>
          {toBindings && <Button onClick={toBindings}>{t("frames.message.bind")}</Button>}
        </div>
      ) : draft === null ? (
        <p className={styles.empty}>{t("frames.message.noMatch")}</p>
      ) : (
        <>
          <Field label={t("frames.message.message")}>
            {(control) => (
              <Select
                {...control}
                options={found.map(({ key, message }) => ({ value: key, label: messageLabel(message) }))}
                value={draft.choice.key}
                onChange={(key) => {
                  const choice = found.find((one) => one.key === key);
                  if (choice) choose(choice);
                }}
              />
            )}
          </Field>
          <SignalRows draft={draft} problems={made?.ok === false ? made.problem : NO_PROBLEMS} onChange={setDraft} />
          <RepeatFields value={repeat} onChange={setRepeat} />
          {repeat.cyclic && framesOfRound(ownOf(draft)) > 1 && (
            <p className={styles.note}>{t("frames.message.round", { count: framesOfRound(ownOf(draft)) })}</p>
          )}
          {frames[0] && (
            <p className={styles.preview}>
              <span>{t("frames.message.preview")}</span> <span className="mono">{sentFrameText(frames[0])}</span>
            </p>
          )}
        </>
      )}
      <div className={styles.actions}>
        <Button type="submit" kind="main" icon={Send} busy={sender.busy} denied={denied}>
          {t("frames.send.send")}
        </Button>
        <Button icon={Square} denied={denied} onClick={() => void sender.stop()}>
          {t("frames.send.stop")}
        </Button>
        <Button icon={ListPlus} onClick={() => frames[0] && onAdd(frames[0])}>
          {t("frames.send.addToList")}
        </Button>
      </div>
    </form>
  );
}

const messageLabel = ({ name, id, isExtended }: MessageChoice["message"]) =>
  `${name} ${idText(id, isExtended ? FLAG_EXTENDED : 0)}`;

const isFound = ({ message }: MessageChoice, search: string) =>
  messageLabel(message).toLowerCase().includes(search.trim().toLowerCase());

interface SignalRowsProps {
  draft: MessageDraft;
  problems: readonly EncodeProblem[];
  onChange(draft: MessageDraft): void;
}

function SignalRows({ draft, problems, onChange }: SignalRowsProps) {
  const t = useText();
  const { counter, checksum } = ownSignals(draft.choice.dbc, draft.choice.message);
  return (
    <fieldset className={styles.signals}>
      <legend>{t("frames.message.signals")}</legend>
      {counter && (
        <Checkbox checked={draft.counts} onChange={(counts) => onChange({ ...draft, counts })}>
          {counter.name}: {t("frames.message.counts")}
        </Checkbox>
      )}
      {checksum && (
        <Field label={t("frames.message.protection", { signal: checksum.name })}>
          {(control) => (
            <Select
              {...control}
              options={PROTECTIONS.map((value) => ({ value, label: t(`frames.message.protection.${value}`) }))}
              value={draft.protection}
              onChange={(protection) => onChange({ ...draft, protection })}
            />
          )}
        </Field>
      )}
      {activeSignals(draft)
        .filter(({ name }) => !(draft.counts && name === counter?.name))
        .filter(({ name }) => !(draft.protection !== "none" && name === checksum?.name))
        .map((signal) => (
          <SignalRow
            key={signal.name}
            signal={signal}
            value={draft.values[signal.name] ?? ""}
            problem={problems.find((problem) => problem.signal === signal.name)}
            onChange={(value) => onChange({ ...draft, values: { ...draft.values, [signal.name]: value } })}
          />
        ))}
    </fieldset>
  );
}
