import { useEffect, useEffectEvent } from "react";

/** Enter, where no control has the focus: a button that has it is pressed by Enter. */
export function useEnterKey(onEnter: (() => void) | undefined): void {
  const press = useEffectEvent(() => onEnter?.());
  useEffect(() => {
    const hear = ({ key, target, defaultPrevented }: KeyboardEvent) => {
      const isFree = target === document.body || (target instanceof HTMLElement && target.id === "content");
      if (key === "Enter" && isFree && !defaultPrevented) press();
    };
    window.addEventListener("keydown", hear);
    return () => window.removeEventListener("keydown", hear);
  }, []);
}
