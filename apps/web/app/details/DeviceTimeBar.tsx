import { useMemo } from "react";
import { TimeBar, type TimeBarProps } from "../../frames/time-bar/TimeBar.tsx";
import { bookmarkMarks } from "./bookmark-marks.ts";
import { DeviceBookmarks } from "./DeviceBookmarks.tsx";
import { useFlashBands } from "./flash-bands.ts";
import { useTestBands } from "./test-bands.ts";

interface DeviceTimeBarProps extends Omit<TimeBarProps, "bands" | "bookmarks" | "tools"> {
  onRun(runId: string): void;
}

/** The time bar with what other parts of the product know of the device. */
export function DeviceTimeBar({ onRun, ...props }: DeviceTimeBarProps) {
  const { thingsId, timeline } = props;
  const flashes = useFlashBands(thingsId, onRun);
  const tests = useTestBands(thingsId);
  const bookmarks = useMemo(() => bookmarkMarks(thingsId), [thingsId]);
  return (
    <TimeBar
      {...props}
      bands={[...flashes, ...tests]}
      bookmarks={bookmarks}
      tools={<DeviceBookmarks thingsId={thingsId} timeline={timeline} />}
    />
  );
}
