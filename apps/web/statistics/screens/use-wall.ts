import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from "react";
import { liveStore } from "../../platform/live.ts";
import { pageTheme } from "../../platform/theme.ts";

/** The canvas that sizes are given for. */
const CANVAS = { width: 1920, height: 1080 };
const NARROW_PX = 768;
/** A name of 11 px on the map becomes one of over 28 px on the canvas; at the near size one of 14. */
const MARK_SCALE = { far: 2.6, near: 1.3 };
export type ScreenSize = keyof typeof MARK_SCALE;

/** A screen on a wall is dark, and does not go to sleep. */
export function useWall(): void {
  useLayoutEffect(() => {
    pageTheme.set("dark");
    return () => pageTheme.set(null);
  }, []);
  useAwake();
}

/** Where the browser refuses, its own settings hold. */
function useAwake(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    const ask = async () => {
      if (document.visibilityState !== "visible") return;
      lock = await navigator.wakeLock?.request("screen").catch(() => undefined);
    };
    void ask();
    document.addEventListener("visibilitychange", ask);
    return () => {
      document.removeEventListener("visibilitychange", ask);
      void lock?.release();
    };
  }, []);
}

/** When the live connection was lost, epoch milliseconds; undefined: it lives. */
export function useLostSince(): number | undefined {
  const [lostMs, setLostMs] = useState<number>();
  useEffect(() => {
    const hear = () => {
      const { kind } = liveStore.get();
      const isLost = kind === "reconnecting" || kind === "offline";
      setLostMs((known) => (isLost ? (known ?? Date.now()) : undefined));
    };
    hear();
    return liveStore.subscribe(hear);
  }, []);
  return lostMs;
}

const scaleNow = (size: ScreenSize) =>
  innerWidth < NARROW_PX ? 1 : MARK_SCALE[size] * Math.min(innerWidth / CANVAS.width, innerHeight / CANVAS.height);

/** How many times larger the marks of the map are than on a desk. */
export function useMarkScale(size: ScreenSize): number {
  return useSyncExternalStore(heedSize, () => Math.round(scaleNow(size) * 100) / 100);
}

function heedSize(listener: () => void): () => void {
  addEventListener("resize", listener);
  return () => removeEventListener("resize", listener);
}
