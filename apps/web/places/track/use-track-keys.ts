import { useEffect, useEffectEvent } from "react";
import { useText } from "../../platform/i18n.ts";
import { isForPage } from "../../ui/keys/is-for-page.ts";
import { usePageKeys } from "../../ui/keys/page-keys.ts";
import { LONG_STEP_MS } from "./TrackPlayer.tsx";
import type { Player } from "./use-player.ts";
import "./track-texts.ts";

const STEP_MS = 1000;
/** With keys of their own: a button is pressed by the space bar, the arrows move the map and the handles of the time bar. */
const OWN_KEYS = "button, a, canvas, [role=slider], [role=tab], [role=menu], input";

interface TrackActs {
  player: Player;
  onCursor(name: "a" | "b"): void;
  onFollow(): void;
  onFit(): void;
}

export function useTrackKeys({ player, onCursor, onFollow, onFit }: TrackActs): void {
  const t = useText();
  usePageKeys(t("places.track.label"), [
    { keys: [["Space"]], text: t("places.track.keyPlay") },
    { keys: [["←"], ["→"]], text: t("places.track.keyStep") },
    { keys: [["A"], ["B"]], text: t("places.track.keyCursors") },
    { keys: [["F"]], text: t("places.track.keyFollow") },
    { keys: [["0"]], text: t("places.track.keyFit") },
  ]);
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const { key, shiftKey, target } = event;
    if (!isForPage(event) || event.ctrlKey || event.altKey || event.metaKey) return;
    const isOwn = target instanceof Element && target.closest(OWN_KEYS) !== null;
    const stepMs = shiftKey ? LONG_STEP_MS : STEP_MS;
    if (key === " " && !isOwn) player.toggle();
    else if (key === "ArrowLeft" && !isOwn) player.seekBy(-stepMs);
    else if (key === "ArrowRight" && !isOwn) player.seekBy(stepMs);
    else if (key === "a" || key === "b") onCursor(key);
    else if (key === "f") onFollow();
    else if (key === "0") onFit();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, []);
}
