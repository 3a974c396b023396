import type { AlarmEvent, AlarmNote } from "@canopy/contract/alarms/events";
import { Plus } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { type TextKey, useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Button } from "../../ui/Button.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { Moment } from "../../ui/time/moment.tsx";
import { peakText, valueNames } from "../event-peak.ts";
import { useSignalNames } from "../use-condition-signal.ts";
import styles from "./centre.module.css";
import { commandStep } from "./command-words.ts";
import "../texts.ts";

interface StoryPartProps {
  event: AlarmEvent;
  notes: readonly AlarmNote[];
  /** Why this person may not add a note. */
  denied: string | undefined;
  onNote(content: string): Promise<unknown>;
  /** The field is shown. */
  isWriting: boolean;
  onWriting(on: boolean): void;
}

interface Step {
  readonly time: number;
  readonly text: string;
  readonly content?: string;
}

/** What happened to the event, in order: fired, seen, noted, assigned, over, closed. */
export function StoryPart({ event, notes, denied, onNote, isWriting, onWriting }: StoryPartProps) {
  const t = useText();
  const formats = useTimeFormats();
  const steps = useSteps(event, notes);
  return (
    <section className={styles.part} aria-label={t("alarms.centre.story")}>
      <header className={styles.partHead}>
        <h3>{t("alarms.centre.story")}</h3>
        <span className={styles.aside}>
          <Button kind="link" icon={Plus} denied={denied} onClick={() => onWriting(true)}>
            {t("alarms.centre.note")}
          </Button>
        </span>
      </header>
      <ol className={styles.story}>
        {steps.map(({ time, text, content }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two steps may happen in one millisecond
          <li key={`${time} ${i}`}>
            <Moment of={event.things_id} at={time}>
              <time dateTime={new Date(time).toISOString()} title={formats.time(time)}>
                {formats.time(time, "second").slice(11)}
              </time>
            </Moment>
            <span>
              {text}
              {content && <q>{content}</q>}
            </span>
          </li>
        ))}
      </ol>
      {isWriting && <NoteForm onNote={onNote} onClose={() => onWriting(false)} />}
    </section>
  );
}

function useSteps(event: AlarmEvent, notes: readonly AlarmNote[]): Step[] {
  const t = useText();
  const names = valueNames(event.conditions, useSignalNames(event.conditions));
  const value = event.value === null ? "" : peakText({ value: event.value, peak: null }, names);
  const fired = { time: event.start_time, text: t("alarms.centre.fired", { value }) };
  const over =
    event.end_time === null
      ? []
      : [{ time: event.end_time, text: t(`alarms.centre.over.${event.end_reason ?? "recovered"}`) }];
  const lost = event.lost_time === null ? [] : [{ time: event.lost_time, text: t("alarms.events.lost") }];
  const done = notes.map(({ kind, user_name, content, time }) => {
    if (kind === "command") return { time, ...commandStep(content) };
    const isName = kind === "assigned" || kind === "escalated";
    const key: TextKey =
      kind === "assigned" && content === "" ? "alarms.centre.did.unassigned" : `alarms.centre.did.${kind}`;
    const text = t(key, { who: user_name ?? "", name: content });
    return { time, text, ...(!isName && content !== "" && { content }) };
  });
  return [fired, ...over, ...lost, ...done].sort((a, b) => a.time - b.time);
}

function NoteForm({ onNote, onClose }: { onNote(content: string): Promise<unknown>; onClose(): void }) {
  const t = useText();
  const [text, setText] = useState("");
  const isSending = useRef(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "" || isSending.current) return;
    isSending.current = true;
    try {
      await onNote(text.trim());
      onClose();
    } catch {
      // Told in a note; what was typed stays.
      isSending.current = false;
    }
  };
  return (
    <form className={styles.noteForm} onSubmit={submit}>
      <TextInput aria-label={t("alarms.centre.noteText")} value={text} onChange={setText} maxLength={1000} autoFocus />
      <Button type="submit" kind="main">
        {t("alarms.centre.addNote")}
      </Button>
      <Button onClick={onClose}>{t("ui.action.cancel")}</Button>
    </form>
  );
}
