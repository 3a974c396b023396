import type { RuleLevel } from "@canopy/contract/alarms/rule-content";
import { createKept, createStore, type Store } from "../../platform/kept.ts";

const switches = new Map<string, Store<boolean>>();

/** Each user's own switch, in this browser; on until switched off. */
export function soundSwitch(userId: string): Store<boolean> {
  const known =
    switches.get(userId) ??
    createKept({
      key: `canopy.alarms.sound.${userId}`,
      read: (text) => text !== "off",
      write: (on) => (on ? "on" : "off"),
    });
  switches.set(userId, known);
  return known;
}

/** Browsers keep a page silent until somebody has clicked or typed in it. */
export const mayRing: Store<boolean> = createStore(navigator.userActivation?.hasBeenActive ?? false);

if (!mayRing.get())
  for (const kind of ["pointerdown", "keydown"])
    window.addEventListener(kind, () => mayRing.set(true), { once: true, capture: true });

interface Tone {
  readonly hz: number;
  readonly atS: number;
  readonly lengthS: number;
}

/** Two calm tones, or three quick pairs; a tip is silent. */
const TONES: Record<RuleLevel, readonly Tone[]> = {
  tip: [],
  ordinary: [
    { hz: 660, atS: 0, lengthS: 0.18 },
    { hz: 520, atS: 0.22, lengthS: 0.24 },
  ],
  urgent: [0, 0.36, 0.72].flatMap((atS) => [
    { hz: 880, atS, lengthS: 0.12 },
    { hz: 1175, atS: atS + 0.15, lengthS: 0.14 },
  ]),
};
const VOLUME = 0.12;
/** Without it a tone begins with a click. */
const RISE_S = 0.015;

let context: AudioContext | undefined;

export function ring(level: RuleLevel): void {
  if (!mayRing.get()) return;
  context ??= new AudioContext();
  void context.resume();
  for (const tone of TONES[level]) play(context, tone);
}

function play(audio: AudioContext, { hz, atS, lengthS }: Tone): void {
  const start = audio.currentTime + atS;
  const [source, volume] = [audio.createOscillator(), audio.createGain()];
  source.frequency.value = hz;
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(VOLUME, start + RISE_S);
  volume.gain.linearRampToValueAtTime(0, start + lengthS);
  source.connect(volume).connect(audio.destination);
  source.start(start);
  source.stop(start + lengthS);
}
