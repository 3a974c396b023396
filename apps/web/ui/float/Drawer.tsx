import { ArrowDown, ArrowUp } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { useText } from "../../platform/i18n.ts";
import { IconButton } from "../marks/IconButton.tsx";
import { Dialog } from "./Dialog.tsx";

const WIDTH_PX = 480;
/** Where it holds a curve. */
const WIDE_PX = 720;
const TEXTS = "input, textarea, select";
/** Pressed by Enter. */
const PRESSED = "a, button, summary";

interface DrawerProps {
  title: ReactNode;
  /** The key of the row it tells of: the focus returns to that row, however far one has stepped. */
  row: string;
  /** To the rows beside it in the list; undefined at its ends. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  wide?: boolean;
  /** Another key, pressed while nobody types; true: it was taken. */
  onKey?(key: string): boolean;
  /** At its foot. */
  footer?: ReactNode;
  onClose(): void;
  children: ReactNode;
}

/** The detail of a row at the right of its list, on a phone over all of it; ↑ and ↓ go to the next row. */
export function Drawer({
  title,
  row,
  onPrevious,
  onNext,
  wide = false,
  onKey,
  footer,
  onClose,
  children,
}: DrawerProps) {
  const t = useText();
  const last = useRef(row);
  last.current = row;
  useEffect(() => () => focusRow(last.current), []);
  const onKeyDown = (event: KeyboardEvent) => {
    const { target, currentTarget, key } = event;
    // A dialog that was opened from here has keys of its own.
    if (!(target instanceof Element) || target.closest("dialog") !== currentTarget || target.matches(TEXTS)) return;
    if (key === "Enter" && target.closest(PRESSED)) return;
    const step = { ArrowUp: onPrevious, ArrowDown: onNext }[key];
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!step && !(isPlain && onKey?.(key))) return;
    event.preventDefault();
    step?.();
  };
  return (
    <Dialog
      open
      drawer
      width={wide ? WIDE_PX : WIDTH_PX}
      title={title}
      onClose={onClose}
      footer={footer}
      onKeyDown={onKeyDown}
      tools={
        <>
          <Step icon={ArrowUp} label={t("ui.drawer.previous")} onGo={onPrevious} />
          <Step icon={ArrowDown} label={t("ui.drawer.next")} onGo={onNext} />
        </>
      }
    >
      {children}
    </Dialog>
  );
}

function Step({ icon, label, onGo }: { icon: typeof ArrowUp; label: string; onGo: (() => void) | undefined }) {
  return <IconButton icon={icon} label={label} aria-disabled={onGo ? undefined : true} onClick={onGo} />;
}

/** After the browser has given the focus back to where the drawer was opened. */
function focusRow(key: string): void {
  const rows = document.querySelectorAll<HTMLElement>("[data-row]");
  const row = [...rows].find((one) => one.dataset.row === key);
  row?.querySelector<HTMLElement>("button, a[href]")?.focus();
}
