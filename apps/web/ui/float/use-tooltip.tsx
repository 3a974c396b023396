import { type PointerEvent, type ReactNode, useCallback, useEffect, useId, useRef, useState } from "react";
import styles from "./floating.module.css";
import { moveBeside } from "./place.ts";

const SHOW_AFTER_MS = 300;

interface Options {
  /** Read by screen readers as the description of the target. Without it the bubble only repeats what is already said. */
  describes?: boolean;
}

/** Spread `target` on the element and put `bubble` beside it. Shows on hover and on focus, hides with Escape. */
export function useTooltip(text: string | undefined, { describes = false }: Options = {}) {
  const id = useId();
  const [anchor, setAnchor] = useState<Element | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const show = useCallback((element: Element, afterMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setAnchor(element), afterMs);
  }, []);
  const hide = useCallback(() => {
    clearTimeout(timer.current);
    setAnchor(null);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);

  const target = {
    onPointerEnter: (event: PointerEvent) =>
      show(event.currentTarget, event.pointerType === "mouse" ? SHOW_AFTER_MS : 0),
    onPointerLeave: hide,
    onFocus: (event: { currentTarget: Element }) => {
      if (event.currentTarget.matches(":focus-visible")) show(event.currentTarget, 0);
    },
    onBlur: hide,
    ...(describes && text ? { "aria-describedby": id } : {}),
  };
  const bubble: ReactNode = text ? (
    <>
      {describes && (
        <span id={id} className="unseen">
          {text}
        </span>
      )}
      {anchor && <Bubble anchor={anchor} text={text} onHide={hide} />}
    </>
  ) : null;
  return { target, bubble };
}

function Bubble({ anchor, text, onHide }: { anchor: Element; text: string; onHide: () => void }) {
  const ref = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    ref.current?.showPopover();
    if (ref.current) moveBeside(anchor, ref.current, { side: "above", align: "center" });
    const onKey = (event: KeyboardEvent) => event.key === "Escape" && onHide();
    document.addEventListener("keydown", onKey);
    document.addEventListener("scroll", onHide, true);
    return () => {
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("scroll", onHide, true);
    };
  }, [anchor, onHide]);

  return (
    <span ref={ref} popover="manual" className={styles.tip} aria-hidden="true">
      {text}
    </span>
  );
}
