import { useRouter } from "@tanstack/react-router";
import { useMemo } from "react";
import type { MomentWay } from "../ui/time/moment.tsx";
import { MINUTE_MS } from "../ui/time/timeline.ts";

const DETAILS = "/Container/HomePage/DeviceDetails";
/** Shown before and after the moment. */
const AROUND_MS = 5 * MINUTE_MS;

/** A moment is shown in the stored frames around it, with the cursor on it. */
export function useMomentWay(): MomentWay {
  const router = useRouter();
  return useMemo(() => {
    const place = (id: string, atMs: number) => {
      const at = Math.round(atMs);
      const from = Math.max(0, at - AROUND_MS);
      return { to: DETAILS, search: { id, tab: "data", sub: "history", from, to: at + AROUND_MS, at } };
    };
    return {
      href: (id, atMs) => router.buildLocation(place(id, atMs)).href,
      go: (id, atMs) => void router.navigate(place(id, atMs)),
    };
  }, [router]);
}
