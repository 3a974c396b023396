import { X } from "lucide-react";
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from "react";
import { useText } from "../../platform/i18n.ts";
import { join } from "../join.ts";
import { IconButton } from "../marks/IconButton.tsx";
import styles from "./floating.module.css";

export interface DialogProps {
  open: boolean;
  title: ReactNode;
  onClose(): void;
  /** Pixels; the window's width less a margin at most. */
  width?: number;
  /** At the right edge over the full height. */
  drawer?: boolean;
  /** Near the top edge, so that it stays in place while its content grows and shrinks. */
  pinned?: boolean;
  /** In the head, before the button that closes. */
  tools?: ReactNode;
  footer?: ReactNode;
  onKeyDown?(event: KeyboardEvent): void;
  children: ReactNode;
}

/** The browser's own modal: focus stays inside, Escape closes, and the focus returns to where it was. */
export function Dialog(props: DialogProps) {
  const { open, title, onClose, width, drawer = false, pinned = false, tools, footer, onKeyDown, children } = props;
  const t = useText();
  const titleId = useId();
  const ref = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    if (!open) return ref.current?.close();
    ref.current?.showModal();
    startingPoint(ref.current)?.focus();
  }, [open]);

  // One that leaves the page while it is open gives the focus back too.
  useLayoutEffect(() => {
    const dialog = ref.current;
    return () => dialog?.close();
  }, []);

  const style: CSSProperties & { "--width"?: string } = width ? { "--width": `${width}px` } : {};
  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      className={join(drawer ? styles.drawer : styles.dialog, pinned && styles.pinned)}
      style={style}
      // The page decides: it closes by setting `open`.
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={onKeyDown}
      onMouseDown={(event) => event.target === ref.current && onClose()}
    >
      {open && (
        <div className={styles.frame}>
          <header className={styles.head}>
            <h2 id={titleId} className={styles.title} tabIndex={-1}>
              {title}
            </h2>
            {tools}
            <IconButton icon={X} label={t("ui.action.close")} onClick={onClose} />
          </header>
          <div className={styles.body}>{children}</div>
          {footer && <footer className={styles.foot}>{footer}</footer>}
        </div>
      )}
    </dialog>
  );
}

/** The first thing to fill in, else the title, which is then read aloud; never the button that closes. */
function startingPoint(dialog: HTMLDialogElement | null): HTMLElement | null {
  const field = dialog?.querySelector<HTMLElement>("input, select, textarea");
  return field ?? dialog?.querySelector<HTMLElement>("h2") ?? null;
}
