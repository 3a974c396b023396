import { useEffect, useState } from "react";

/** A quick answer needs no skeleton: it would only flicker. */
export const SKELETON_AFTER_MS = 300;

/** True once it has been wished for this long without a break. */
export function useDelayed(wished: boolean, afterMs = SKELETON_AFTER_MS): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!wished) return;
    const timer = setTimeout(() => setLate(true), afterMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [wished, afterMs]);
  return wished && late;
}
