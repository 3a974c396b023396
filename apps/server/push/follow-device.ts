import type { PositionSource, PushSource, SignalSource } from "@canopy/contract/push/source";
import type { PointStore, StoredPosition } from "../frames/store/points/points.ts";
import type { TimeWindow } from "../frames/store/time-window.ts";
import { readPositions } from "../places/read-positions.ts";
import type { Db } from "../platform/postgres/schema.ts";
import type { PushedData } from "./payload.ts";
import { PositionCourse, type PositionState } from "./position-course.ts";
import { readSignalSamples, type SampleReader, signalGroups } from "./read-signal-data.ts";
import { NEW_SIGNALS, SignalCourse, type SignalState } from "./signal-course.ts";

export interface FollowServices {
  readonly db: Db;
  readonly frames: SampleReader;
  readonly points: Pick<PointStore, "positions">;
}

/** Where a rule stands on a device. */
export interface PushMark {
  readonly atUs: number;
  readonly state: unknown;
}

export interface Followed {
  readonly data: PushedData[];
  readonly mark: PushMark | undefined;
}

interface Course<Row> {
  readonly state: unknown;
  take(row: Row): PushedData | undefined;
}

/** What a rule forwards of a kind of rows. */
export interface Follower<Row> {
  begin(state: unknown): Course<Row>;
  read(bindingNumber: number, window: TimeWindow, signal?: AbortSignal): Promise<Row[]>;
  timeUs(row: Row): number;
}

export type FollowedSource = SignalSource | PositionSource;
export const isFollowed = (source: PushSource): source is FollowedSource =>
  source.kind === "signals" || source.kind === "positions";

/**
 * What came later than what was read already begins without a state of its own and leaves the mark where it is: its keys
 * are those that it would have had in its order.
 */
export async function follow<Row>(
  follower: Follower<Row>,
  bindingNumber: number,
  windows: readonly TimeWindow[],
  mark: PushMark | undefined,
): Promise<Followed> {
  const [live, late] = [follower.begin(mark?.state), follower.begin(undefined)];
  const data: PushedData[] = [];
  let atUs = mark?.atUs ?? Number.NEGATIVE_INFINITY;
  for (const window of windows) {
    for (const row of await follower.read(bindingNumber, window)) {
      const isLate = mark !== undefined && follower.timeUs(row) <= mark.atUs;
      const taken = (isLate ? late : live).take(row);
      if (taken) data.push(taken);
    }
    atUs = Math.max(atUs, window.toUs - 1);
  }
  return { data, mark: Number.isFinite(atUs) ? { atUs, state: live.state } : undefined };
}

export async function followerOf(
  services: FollowServices,
  tenantId: string,
  source: FollowedSource,
): Promise<Follower<unknown>> {
  const follower =
    source.kind === "signals" ? await ofSignals(services, tenantId, source) : ofPositions(services, source);
  return follower as Follower<unknown>;
}

async function ofSignals({ db, frames }: FollowServices, tenantId: string, source: SignalSource) {
  const groups = await signalGroups(db, tenantId, source);
  const follower: Follower<Awaited<ReturnType<typeof readSignalSamples>>[number]> = {
    begin: (state) => {
      const course = new SignalCourse(source, (state as SignalState | undefined) ?? NEW_SIGNALS);
      return {
        get state() {
          return course.state;
        },
        take: (sample) => {
          const pick = course.take(sample);
          return pick && { key: pick.key, type: "signals", atUs: pick.timeUs, content: { signals: pick.values } };
        },
      };
    },
    read: (bindingNumber, window, signal) => readSignalSamples(frames, groups, { bindingNumber, ...window }, signal),
    timeUs: ({ timeUs }) => timeUs,
  };
  return follower;
}

function ofPositions({ points }: FollowServices, source: PositionSource): Follower<StoredPosition> {
  return {
    begin: (state) => {
      const course = new PositionCourse(source, (state as PositionState | undefined) ?? null);
      return {
        get state() {
          return course.state;
        },
        take: (row) => {
          const pick = course.take(row);
          return pick && positionData(pick.key, pick.position);
        },
      };
    },
    async read(bindingNumber, window, signal = new AbortController().signal) {
      const rows: StoredPosition[] = [];
      for await (const page of readPositions(points, { bindingNumber, ...window }, signal)) rows.push(...page);
      return rows;
    },
    timeUs: ({ time }) => time * 1000,
  };
}

export function positionData(key: string, { time, ...position }: StoredPosition): PushedData {
  return { key, type: "position", atUs: time * 1000, content: { position } };
}
