import { useEffect, useEffectEvent } from "react";

/** A key that controls answer themselves, such as Enter or Space: for the page only where no control has the focus. */
export function useFreeKey(pressed: "Enter" | " ", onPress: (() => void) | undefined): void {
  const press = useEffectEvent(() => onPress?.());
  const isUsed = onPress !== undefined;
  useEffect(() => {
    if (!isUsed) return;
    const hear = (event: KeyboardEvent) => {
      const { key, target, defaultPrevented } = event;
      const isFree = target === document.body || (target instanceof HTMLElement && target.id === "content");
      if (key !== pressed || !isFree || defaultPrevented) return;
      // Space would scroll.
      event.preventDefault();
      press();
    };
    window.addEventListener("keydown", hear);
    return () => window.removeEventListener("keydown", hear);
  }, [pressed, isUsed]);
}
