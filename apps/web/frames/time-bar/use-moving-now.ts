import { useEffect, useState } from "react";

const MOVE_ON_MS = 15_000;

/** Now, in steps: each step asks the store again. */
export function useMovingNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MOVE_ON_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
