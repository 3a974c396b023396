import { useNavigate } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import { useText } from "../platform/i18n.ts";
import { Chip } from "../ui/Chip.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { movedTo } from "../ui/roving.ts";
import { TextInput } from "../ui/TextInput.tsx";
import { type FoundPage, findPages } from "./find-pages.ts";
import { addressOfPage } from "./kept-addresses.ts";
import styles from "./palette.module.css";

interface CommandPaletteProps {
  open: boolean;
  onClose(): void;
  isSystemManager: boolean;
}

/** Ctrl-K: to any page by part of its name. Devices, vehicles and signals join when they exist. */
export function CommandPalette({ open, onClose, isSystemManager }: CommandPaletteProps) {
  const t = useText();
  return (
    <Dialog open={open} onClose={onClose} title={t("app.palette.title")} width={560}>
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
  const found = findPages(typed, { titleOf: t, isSystemManager });

  const go = (page: FoundPage) => {
    onClose();
    void navigate({ href: addressOfPage(page.path) });
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
        {found.map((page, i) => (
          <div
            key={page.path}
            id={`${id}${i}`}
            role="option"
            aria-selected={i === at}
            tabIndex={-1}
            className={styles.line}
            onPointerMove={() => setAt(i)}
            onClick={() => go(page)}
            onKeyDown={onKeyDown}
          >
            <span>{page.title}</span>
            {page.isComing && <Chip>{t("app.palette.coming")}</Chip>}
            <span className={styles.path}>{page.path}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && <p className={styles.none}>{t("app.palette.none", { text: typed })}</p>}
      <p className={styles.hint}>{t("app.palette.hint")}</p>
    </>
  );
}
