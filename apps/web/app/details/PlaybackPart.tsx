import { useState } from "react";
import type { DeviceTabProps } from "../../devices/details/device-tab.tsx";
import { PlaybackMap } from "../../places/playback/PlaybackMap.tsx";
import { TrackCursor } from "../../places/track/track-cursor.ts";
import { PlaybackTab } from "../../signals/playback/PlaybackTab.tsx";

/** DBC-07: frames, curves and the map, which follows their position. */
export function PlaybackPart(props: DeviceTabProps) {
  const { device, timeline } = props;
  const [cursor] = useState(() => new TrackCursor(timeline.cursorMs));
  return (
    <PlaybackTab
      {...props}
      onPosition={(atMs) => cursor.moveTo(atMs)}
      map={({ range, onSeek }) => <PlaybackMap thingsId={device.id} range={range} cursor={cursor} onSeek={onSeek} />}
    />
  );
}
