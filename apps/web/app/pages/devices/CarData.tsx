import { useMemo } from "react";
import { JoinedChannels, type JoinedDevice } from "../../../frames/joined/JoinedChannels.tsx";
import { JoinedFrameList, JoinedLanes } from "../../../frames/joined/JoinedHistory.tsx";
import { JoinedLive } from "../../../frames/joined/JoinedLive.tsx";
import { JoinedRange } from "../../../frames/joined/JoinedRange.tsx";
import { readRange } from "../../../frames/points/point-range.ts";
import { FrameWaysContext } from "../../../frames/table/frame-ways.ts";
import { useMovingNow } from "../../../frames/time-bar/use-moving-now.ts";
import { useBoundDecoders } from "../../details/use-frame-ways.ts";
import styles from "../pages.module.css";

interface CarDataProps {
  tab: "live" | "history";
  devices: readonly JoinedDevice[];
  /** Formerly bound to it: a part of its history. */
  former: readonly JoinedDevice[];
  search: Readonly<Record<string, string>>;
  onSearch(changes: Readonly<Record<string, string | undefined>>): void;
  onDevice(thingsId: string): void;
}

/** DEV-11: a car page joins its devices' data. */
export function CarData({ tab, devices, former, search, onSearch, onDevice }: CarDataProps) {
  const all = tab === "live" ? devices : [...devices, ...former];
  const { decoders, isOpening } = useBoundDecoders(all.map(({ thingsId }) => thingsId));
  const ways = useMemo(() => ({ decoders, isOpening }), [decoders, isOpening]);
  return (
    <FrameWaysContext value={ways}>
      {tab === "live" ? (
        <div className={styles.stack}>
          <JoinedChannels devices={devices} onDevice={onDevice} />
          <JoinedLive devices={devices} />
        </div>
      ) : (
        <CarHistory devices={all} search={search} onSearch={onSearch} onDevice={onDevice} />
      )}
    </FrameWaysContext>
  );
}

function CarHistory({ devices, search, onSearch, onDevice }: Omit<CarDataProps, "tab" | "former">) {
  const range = readRange(search, useMovingNow());
  return (
    <div className={styles.stack}>
      <JoinedRange range={range} onSearch={onSearch} />
      <JoinedLanes devices={devices} range={range} onDevice={onDevice} />
      <JoinedFrameList devices={devices} range={range} />
    </div>
  );
}
