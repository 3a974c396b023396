import { useNavigate } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { Dialog } from "../../ui/float/Dialog.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { movedTo } from "../../ui/list/roving.ts";
import { Chip } from "../../ui/marks/Chip.tsx";
import { addressOfPage } from "../kept-addresses.ts";
import { type FoundPage, findPages } from "./find-pages.ts";
import styles from "./palette.module.css";
import { useFoundThings } from "./use-found-things.ts";

interface CommandPaletteProps {
  open: boolean;
  onClose(): void;
  isSystemManager: boolean;
}

/** Ctrl-K: to any page, device, vehicle or device type by part of its name or ID. */
export function CommandPalette({ open, onClose, isSystemManager }: CommandPaletteProps) {
  const t = useText();
  return (
    <Dialog pinned open={open} onClose={onClose} title={t("app.palette.title")} width={560}>
      {open && <PageFinder onClose={onClose} isSystemManager={isSystemManager} />}
    </Dialog>
  );
}

function PageFinder({ onClose, isSystemManager }: Omit<CommandPaletteProps, "open">) {
  const t = useText();
  const id = useId();
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const things = useFoundThings(typed);
  const found: PaletteEntry[] = [
    ...findPages(typed, { titleOf: t, isSystemManager }).map(entryOfPage),
    ...things.map((thing) => ({
      key: thing.href,
      title: thing.name,
      aside: thing.note,
      href: thing.href,
      chip: t(`app.palette.${thing.kind}`),
    })),
  ];

  const go = ({ href }: PaletteEntry) => {
    onClose();
    void navigate({ href });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = found[at];
    if (event.key === "Enter" && chosen && !event.nativeEvent.isComposing) go(chosen);
    const next = movedTo(event.key, at, found.length, "down");
    if (next === undefined || event.key === "Home" || event.key === "End") return;
    event.preventDefault();
    setAt(next);
    document.getElementById(`${id}${next}`)?.scrollIntoView({ block: "nearest" });
  };

  return (
    <>
      <TextInput
        autoFocus
        icon={Search}
        role="combobox"
        aria-expanded
        aria-controls={`${id}list`}
        aria-activedescendant={found[at] ? `${id}${at}` : undefined}
        aria-label={t("app.palette.placeholder")}
        placeholder={t("app.palette.placeholder")}
        autoComplete="off"
        value={typed}
        onChange={(text) => {
          setTyped(text);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}list`} role="listbox" aria-label={t("app.palette.title")} className={styles.list}>
        {found.map((entry, i) => (
          <div
            key={entry.key}
            id={`${id}${i}`}
            role="option"
            aria-selected={i === at}
            tabIndex={-1}
            className={styles.line}
            onPointerMove={() => setAt(i)}
            onClick={() => go(entry)}
            onKeyDown={onKeyDown}
          >
            <bdi dir="auto">{entry.title}</bdi>
            {entry.chip && <Chip tone="green">{entry.chip}</Chip>}
            <span className={styles.path}>{entry.aside}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && <p className={styles.none}>{t("app.palette.none", { text: typed })}</p>}
      <p className={styles.hint}>{t("app.palette.hint")}</p>
    </>
  );
}

/** A line to go to. */
interface PaletteEntry {
  key: string;
  title: string;
  aside: string;
  href: string;
  chip?: string;
}

function entryOfPage({ path, title }: FoundPage): PaletteEntry {
  return { key: path, title, aside: "", href: addressOfPage(path) };
}
