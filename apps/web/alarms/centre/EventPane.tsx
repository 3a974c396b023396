import { ChevronDown, ChevronUp, X } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import { useText } from "../../platform/i18n.ts";
import { isForPage } from "../../ui/keys/is-for-page.ts";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import styles from "./centre.module.css";

interface EventPaneProps {
  title: ReactNode;
  /** Of the region. */
  name: string;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  onClose(): void;
  children: ReactNode;
}

/** The open event at the right of its list. */
export function EventPane({ title, name, onPrevious, onNext, onClose, children }: EventPaneProps) {
  const t = useText();
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const hear = (event: KeyboardEvent) => event.key === "Escape" && isForPage(event) && close();
    window.addEventListener("keydown", hear);
    return () => window.removeEventListener("keydown", hear);
  }, []);
  return (
    <aside className={styles.pane} aria-label={name}>
      <header className={styles.paneHead}>
        <h2>{title}</h2>
        <IconButton
          icon={ChevronUp}
          label={t("ui.drawer.previous")}
          aria-disabled={onPrevious ? undefined : true}
          onClick={onPrevious}
        />
        <IconButton
          icon={ChevronDown}
          label={t("ui.drawer.next")}
          aria-disabled={onNext ? undefined : true}
          onClick={onNext}
        />
        <IconButton icon={X} label={t("ui.action.close")} onClick={onClose} />
      </header>
      <div className={styles.paneBody}>{children}</div>
    </aside>
  );
}
