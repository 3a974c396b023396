import { useCallback, useEffect, useState } from "react";

/** Seconds left of a pause; 0 when it is over. Counts by the clock, so a sleeping tab is right again at once. */
export function useCountdown(): { seconds: number; start(seconds: number): void } {
  const [endsAt, setEndsAt] = useState(0);
  const [now, setNow] = useState(() => Date.now());
  const seconds = Math.max(0, Math.ceil((endsAt - now) / 1000));
  const isRunning = seconds > 0;

  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [isRunning]);

  const start = useCallback((length: number) => {
    setNow(Date.now());
    setEndsAt(Date.now() + length * 1000);
  }, []);
  return { seconds, start };
}
