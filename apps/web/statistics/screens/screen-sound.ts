import type { AlarmEvent } from "@canopy/contract/alarms/events";
import { useEffect, useRef } from "react";
import { ring } from "../../alarms/live/alarm-sound.ts";
import { NO_POP_UPS, withAnswer } from "../../alarms/live/pop-ups.ts";
import { createKept } from "../../platform/kept.ts";

/** Off until somebody switches it on: a wall hangs among people. */
export const screenSound = createKept({
  key: "canopy.screen.sound",
  read: (text) => text === "on",
  write: (isOn: boolean) => (isOn ? "on" : "off"),
});

export function toggleSound(): void {
  screenSound.set(!screenSound.get());
  // What it will sound like, and proof that the browser allows it.
  if (screenSound.get()) ring("ordinary");
}

/** New alarms ring by their level; those that were open when the screen was opened, or another label chosen, do not. */
export function useAlarmSound(events: readonly AlarmEvent[] | undefined, label: string | undefined): void {
  const heard = useRef({ label, popUps: NO_POP_UPS });
  useEffect(() => {
    if (!events) return;
    const before = heard.current.label === label ? heard.current.popUps : NO_POP_UPS;
    const { known, fresh } = withAnswer(before, events, Date.now());
    heard.current = { label, popUps: { ...NO_POP_UPS, known } };
    if (fresh.length === 0 || !screenSound.get()) return;
    ring(fresh.some(({ level }) => level === "urgent") ? "urgent" : "ordinary");
  }, [events, label]);
}
