import { CircleCheck, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { useStore } from "../../platform/kept.ts";
import { Button } from "../Button.tsx";
import { join } from "../join.ts";
import { Icon } from "../marks/Icon.tsx";
import { IconButton } from "../marks/IconButton.tsx";
import { LEVEL_ICON } from "../marks/LevelMark.tsx";
import styles from "./notes.module.css";
import { type Note, notesStore, removeNote, stayMs } from "./notes.ts";

/** Once in the app. In the top layer, so that notes stand over dialogs. */
export function NoteStack() {
  const t = useText();
  const notes = useStore(notesStore);
  const ref = useRef<HTMLElement>(null);
  const newest = notes.at(-1)?.id;

  // Shown anew for each note: what enters the top layer last is on top.
  useEffect(() => {
    ref.current?.hidePopover();
    if (newest !== undefined) ref.current?.showPopover();
  }, [newest]);

  return (
    <>
      {/* Always there: what is announced must change inside a region that was known before. */}
      <div aria-live="polite" className="unseen">
        {notes.at(-1)?.text}
      </div>
      <section ref={ref} popover="manual" aria-label={t("ui.notes.region")} className={styles.stack}>
        {notes.map((note) => (
          <NoteLine key={note.id} note={note} />
        ))}
      </section>
    </>
  );
}

function NoteLine({ note }: { note: Note }) {
  const t = useText();
  const [held, setHeld] = useState(false);
  const stay = stayMs(note);

  useEffect(() => {
    if (held || stay === undefined) return;
    const timer = setTimeout(() => removeNote(note.id), stay);
    return () => clearTimeout(timer);
  }, [held, note.id, stay]);

  const undo = () => {
    note.undo?.();
    removeNote(note.id);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only stops the clock while someone reads
    <div
      className={join(styles.note, styles[note.tone])}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon of={note.tone === "done" ? CircleCheck : LEVEL_ICON[note.tone]} size={16} />
      <span className={styles.text}>{note.text}</span>
      {note.undo && (
        <Button kind="link" onClick={undo}>
          {t("ui.action.undo")}
        </Button>
      )}
      <IconButton icon={X} label={t("ui.action.close")} onClick={() => removeNote(note.id)} />
    </div>
  );
}
