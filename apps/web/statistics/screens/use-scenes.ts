import { useEffect, useEffectEvent, useState } from "react";

/** Pages, E4: a scene stands so long. */
const SCENE_SECONDS = 20;

export interface Scenes<S extends string> {
  readonly all: readonly S[];
  readonly scene: S;
  readonly next: S;
  readonly isHeld: boolean;
  readonly secondsLeft: number;
  step(by: 1 | -1): void;
  show(scene: S): void;
  toggleHold(): void;
}

/** What of a screen is kept in its address, so that a reload or a link shows the same. */
export interface ScreenAddress {
  readonly search: Readonly<Record<string, string>>;
  onSearch(changes: Readonly<Record<string, string | undefined>>): void;
}

/** Scenes turn by themselves; arrows step, Space holds, F fills the screen; `keys` are the page's own. */
export function useScenes<S extends string>(
  all: readonly [S, ...S[]],
  { search, onSearch }: ScreenAddress,
  keys: Readonly<Record<string, () => void>> = {},
): Scenes<S> {
  const [at, setAt] = useState(() => Math.max(0, (all as readonly string[]).indexOf(search.scene ?? "")));
  const [isHeld, setHeld] = useState(false);
  const [left, setLeft] = useState(SCENE_SECONDS);
  const turnTo = (place: number) => {
    const next = (place + all.length) % all.length;
    setAt(next);
    setLeft(SCENE_SECONDS);
    if (next !== at) onSearch({ scene: all[next] });
  };
  const step = (by: 1 | -1) => turnTo(at + by);
  const tick = useEffectEvent(() => {
    if (isHeld) return;
    if (left <= 1) step(1);
    else setLeft(left - 1);
  });
  useEffect(() => {
    const timer = setInterval(() => tick(), 1000);
    return () => clearInterval(timer);
  }, []);
  const toggleHold = () => setHeld(!isHeld);
  useScreenKeys({ arrowright: () => step(1), arrowleft: () => step(-1), " ": toggleHold, f: toggleFull, ...keys });
  return {
    all,
    scene: all[at] ?? all[0],
    next: all[(at + 1) % all.length] ?? all[0],
    isHeld,
    secondsLeft: left,
    step,
    show: (scene) => turnTo(Math.max(0, all.indexOf(scene))),
    toggleHold,
  };
}

export function toggleFull(): void {
  if (document.fullscreenElement) void document.exitFullscreen();
  else void document.documentElement.requestFullscreen?.().catch(() => undefined);
}

/** Keys of the whole screen; a dialog over it has its own. */
export function useScreenKeys(acts: Readonly<Record<string, () => void>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = acts[event.key.toLowerCase()];
    if (!act || event.ctrlKey || event.altKey || event.metaKey) return;
    // Space presses the button that has the focus.
    if (event.key === " " && event.target instanceof HTMLButtonElement) return;
    if (document.querySelector("dialog[open]")) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => press(event);
    window.addEventListener("keydown", hear);
    return () => window.removeEventListener("keydown", hear);
  }, []);
}
