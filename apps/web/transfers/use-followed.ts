import type { Dbc } from "@canopy/can/dbc/model";
import { useEffect, useEffectEvent, useRef } from "react";
import type { SignalInfo } from "../signals/choose/signal-info.ts";
import type { FollowedDbc } from "./local-samples.ts";
import type { OpenLog } from "./open-log.ts";

/** Tells the worker which signals are drawn; `onChanged`: one that was drawn is decoded by another revision now. */
export function useFollowed(log: OpenLog, infos: ReadonlyMap<string, SignalInfo>, onChanged: () => void): void {
  const known = useRef(new Map<string, number>());
  const changed = useEffectEvent(onChanged);
  useEffect(() => {
    log.follow(followedOf([...infos.values()]));
    const isOther = [...infos.values()].some(({ key, revision }) => (known.current.get(key) ?? revision) !== revision);
    known.current = new Map([...infos].map(([key, { revision }]) => [key, revision]));
    if (isOther) changed();
  }, [log, infos]);
}

/** Each DBC once, with no more of it than its drawn signals need. */
export function followedOf(infos: readonly SignalInfo[]): FollowedDbc[] {
  const byDbc = Map.groupBy(infos, ({ dbcId, revision }) => `${dbcId}@${revision}`);
  return [...byDbc.values()].flatMap((some) => {
    const [first] = some;
    if (!first) return [];
    const { dbcId, revision, dbc } = first;
    const signals = some.map(({ key, channel, message, name }) => ({
      key,
      channel,
      messageId: message.id,
      isExtended: message.isExtended,
      signal: name,
    }));
    return [{ dbcId, revision, dbc: strippedTo(dbc, new Set(some.map(({ message }) => message))), signals }];
  });
}

/** Other messages stay without their signals: by them a J1939 frame is known to be another's. */
function strippedTo(dbc: Dbc, wanted: ReadonlySet<Dbc["messages"][number]>): Dbc {
  return {
    ...dbc,
    messages: dbc.messages.map((message) => (wanted.has(message) ? message : { ...message, signals: [] })),
  };
}
