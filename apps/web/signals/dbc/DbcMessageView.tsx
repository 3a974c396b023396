import "../dbc-edit/edit-texts.ts";
import "./dbc-texts.ts";
import type { BitField } from "@canopy/can/bytes/bits";
import { addSignal, updateSignal } from "@canopy/can/dbc/edit/edit";
import type { EditProblem } from "@canopy/can/dbc/edit/edit-rules";
import type { Dbc, Message } from "@canopy/can/dbc/model";
import { cycleTimeMs, frameFormat } from "@canopy/can/dbc/parse/attributes";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Select } from "../../ui/form/Select.tsx";
import { Chip } from "../../ui/marks/Chip.tsx";
import { ByteGrid } from "../dbc-edit/ByteGrid.tsx";
import { type Branch, branchesOf, gridUse, signalsOfBranch } from "../dbc-edit/byte-grid.ts";
import { SignalForm } from "../dbc-edit/SignalForm.tsx";
import { SignalNotes } from "../dbc-edit/SignalNotes.tsx";
import { firstFreeBits, newSignal } from "../dbc-edit/signal-edits.ts";
import type { DbcEdit } from "../dbc-edit/use-dbc-edit.ts";
import { messageId } from "./dbc-key.ts";
import parts from "./dbc-parts.module.css";
import styles from "./message.module.css";
import { SignalTable } from "./SignalTable.tsx";

interface DbcMessageViewProps {
  dbc: Dbc;
  message: Message;
  chosen: string | undefined;
  onChoose(signal: string | undefined): void;
  /** Absent: read-only. */
  edit: DbcEdit | undefined;
  onEditMessage(): void;
  onRemoveMessage(): void;
}

/** A message with its byte grid, the form of the chosen signal, and all signals below. */
export function DbcMessageView(props: DbcMessageViewProps) {
  const { dbc, message, chosen, onChoose, edit } = props;
  const t = useText();
  const branches = branchesOf(message);
  const [picked, setPicked] = useState("");
  const signal = message.signals.find(({ name }) => name === chosen) ?? message.signals[0];
  const branch = branchOf(branches, picked, signal);
  const shown = signalsOfBranch(message, branch);
  const { used, overlaps } = gridUse(message, shown);
  const free = firstFreeBits(message, shown);
  const tell = (problem: EditProblem | null | undefined) => {
    if (problem) addNote({ tone: "ordinary", text: t(`signals.editProblem.${problem.code}`) });
    return !problem;
  };
  const create = (field: BitField) => {
    const made = newSignal(message, field);
    if (tell(edit?.apply((before) => addSignal(before, message, made)))) onChoose(made.name);
  };
  const move = (name: string, { startBit, length }: BitField) => {
    tell(edit?.apply((before) => updateSignal(before, message, name, { startBit, length })));
    onChoose(name);
  };
  return (
    <div className={styles.message}>
      <MessageHead {...props} dbc={dbc}>
        <span className={parts.quiet}>
          {t("signals.message.used", { used, total: message.length * 8 })}
          {" · "}
          {overlaps.length === 0
            ? t("signals.message.noOverlap")
            : t("signals.message.overlap", { names: overlaps.slice(0, 4).join(", ") })}
        </span>
      </MessageHead>
      {message.comment && <p className={styles.messageComment}>{message.comment}</p>}
      {branches.length > 0 && (
        <Select
          className={styles.branch ?? ""}
          aria-label={t("signals.message.branch")}
          options={branches.map(({ key, selector, value }) => ({ value: key, label: `${selector} = ${value}` }))}
          value={branch?.key ?? ""}
          onChange={(key) => {
            setPicked(key);
            onChoose(undefined);
          }}
        />
      )}
      <div className={styles.gridAndForm}>
        <div className={styles.gridSide}>
          <ByteGrid
            message={message}
            signals={shown}
            chosen={signal?.name}
            onChoose={(name) => onChoose(name)}
            drag={edit && { onChange: move, onCreate: create }}
          />
          {edit && (
            <Button
              icon={Plus}
              denied={free ? undefined : t("signals.message.full")}
              onClick={() => free && create(free)}
            >
              {t("signals.message.addSignal")}
            </Button>
          )}
          {signal && <SignalNotes key={signal.name} dbc={dbc} message={message} signal={signal} edit={edit} />}
        </div>
        {signal ? (
          <SignalForm key={signal.name} message={message} signal={signal} edit={edit} onRenamed={onChoose} />
        ) : (
          <p className={styles.form}>{t("signals.message.noSignals")}</p>
        )}
      </div>
      <SignalTable message={message} chosen={signal?.name} onChoose={onChoose} />
      <MessageAttributes message={message} />
    </div>
  );
}

/** The picked branch, unless the chosen signal is in another one. */
function branchOf(branches: readonly Branch[], picked: string, signal: Message["signals"][number] | undefined) {
  const named = branches.find(({ key }) => key === picked);
  const needed = signal?.multiplexed;
  if (!needed) return named ?? branches[0];
  const fits = ({ selector, value }: Branch) =>
    selector === needed.selector && needed.ranges.some(({ from, to }) => from <= value && value <= to);
  return named && fits(named) ? named : branches.find(fits);
}

function MessageHead({
  dbc,
  message,
  edit,
  onEditMessage,
  onRemoveMessage,
  children,
}: DbcMessageViewProps & { children: React.ReactNode }) {
  const t = useText();
  const cycle = cycleTimeMs(dbc, message);
  return (
    <header className={styles.messageTitle}>
      <span className="mono">{messageId(message)}</span>
      <h2>{message.name}</h2>
      <Chip>{t(`signals.format.${frameFormat(dbc, message)}`)}</Chip>
      <Chip>{t("signals.message.bytes", { count: message.length })}</Chip>
      {cycle !== null && <Chip>{t("signals.message.cycle", { ms: cycle })}</Chip>}
      {message.transmitter !== null && <Chip>{t("signals.message.sender", { name: message.transmitter })}</Chip>}
      {edit && (
        <>
          <Button kind="quiet" icon={Pencil} onClick={onEditMessage}>
            {t("signals.message.edit")}
          </Button>
          <Button kind="quiet" icon={Trash2} onClick={onRemoveMessage}>
            {t("signals.message.remove")}
          </Button>
        </>
      )}
      <span className={parts.push}>{children}</span>
    </header>
  );
}

function MessageAttributes({ message }: { message: Message }) {
  const t = useText();
  const { attributes, otherTransmitters, signalGroups } = message;
  if (attributes.length + otherTransmitters.length + signalGroups.length === 0) return null;
  return (
    <dl className={parts.facts}>
      {otherTransmitters.length > 0 && (
        <div>
          <dt>{t("signals.message.otherSenders")}</dt>
          <dd>{otherTransmitters.join(", ")}</dd>
        </div>
      )}
      {signalGroups.map(({ name, signals }) => (
        <div key={name}>
          <dt>{t("signals.message.group", { name })}</dt>
          <dd>{signals.join(", ")}</dd>
        </div>
      ))}
      {attributes.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{String(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
