import { useEffect, useEffectEvent, useState } from "react";

const SETTLED_MS = 300;

/** What is typed into a search: handed on when typing rests, or at once; what comes from outside wins. */
export function useSettled(value: string, onChange: (value: string) => void, isReady: (typed: string) => boolean) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  // Changed from outside, by the address for instance.
  if (known !== value) {
    setKnown(value);
    setTyped(value);
  }
  // A page that renders for other reasons, twice a second perhaps, must not push the moment away.
  const settle = useEffectEvent(() => {
    if (typed !== value && isReady(typed)) onChange(typed);
  });
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => settle(), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [typed, value]);
  return {
    typed,
    type: setTyped,
    /** With Enter. */
    settleNow: () => {
      if (typed !== value && isReady(typed)) onChange(typed);
    },
    clear: () => {
      setTyped("");
      onChange("");
    },
  };
}
