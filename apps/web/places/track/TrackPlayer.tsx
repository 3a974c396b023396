import { Pause, Play, SkipBack, SkipForward } from "lucide-react";
import { useEffect, useEffectEvent, useRef } from "react";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { PLAYBACK_SPEEDS } from "../../ui/time/playback-clock.ts";
import { lengthOf, shareAt, type TimeSpan } from "../../ui/time/timeline.ts";
import styles from "./track.module.css";
import type { TrackCursor } from "./track-cursor.ts";
import type { Player } from "./use-player.ts";
import "./track-texts.ts";

const STEPS = 10_000;
export const LONG_STEP_MS = 10_000;

interface TrackPlayerProps {
  range: TimeSpan;
  cursor: TrackCursor;
  player: Player;
  isFollowing: boolean;
  onFollow(on: boolean): void;
}

export function TrackPlayer({ range, cursor, player, isFollowing, onFollow }: TrackPlayerProps) {
  const t = useText();
  const formats = useTimeFormats();
  const slider = useRef<HTMLInputElement>(null);
  const clock = useRef<HTMLTimeElement>(null);
  const paint = useEffectEvent(() => {
    const atMs = cursor.shownMs() ?? range.fromMs;
    const text = formats.time(atMs, "second");
    if (clock.current) clock.current.textContent = text.slice(11);
    if (!slider.current) return;
    slider.current.value = String(Math.round(shareAt(range, atMs) * STEPS));
    slider.current.setAttribute("aria-valuetext", text);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another range is another place of the handle
  useEffect(() => {
    paint();
    return cursor.subscribe(paint);
  }, [cursor, range]);
  return (
    <div className={styles.player} data-map-control>
      <IconButton icon={SkipBack} label={t("places.track.back")} onClick={() => player.seekBy(-LONG_STEP_MS)} />
      <IconButton
        edge
        icon={player.isPlaying ? Pause : Play}
        label={t(player.isPlaying ? "places.track.pause" : "places.track.play")}
        onClick={player.toggle}
      />
      <IconButton icon={SkipForward} label={t("places.track.forward")} onClick={() => player.seekBy(LONG_STEP_MS)} />
      <Select
        aria-label={t("places.track.playSpeed")}
        options={PLAYBACK_SPEEDS.map((one) => ({ value: String(one), label: t("places.track.times", { speed: one }) }))}
        value={String(player.speed)}
        onChange={(value) => player.setSpeed(Number(value))}
      />
      <input
        ref={slider}
        type="range"
        min={0}
        max={STEPS}
        defaultValue={0}
        className={styles.slider}
        aria-label={t("places.track.position")}
        onChange={(event) => player.seekTo(range.fromMs + (Number(event.target.value) / STEPS) * lengthOf(range))}
      />
      <time ref={clock} className={styles.clock} />
      <Checkbox checked={isFollowing} onChange={onFollow}>
        {t("places.track.follow")}
      </Checkbox>
    </div>
  );
}
