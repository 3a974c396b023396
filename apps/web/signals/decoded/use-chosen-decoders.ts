import { useMemo } from "react";
import { FrameDecoders } from "../../frames/rows/frame-decoders.ts";
import { useFrameDecoders } from "../../frames/rows/use-frame-decoders.ts";
import type { SignalInfo } from "../choose/signal-info.ts";
import { decoderOf } from "../dbc/dbc-decoders.ts";

/** The DBCs of the chosen signals read their frames first, then those of the device's channels. */
export function useChosenDecoders(thingsId: string, infos: ReadonlyMap<string, SignalInfo>): FrameDecoders {
  const bound = useFrameDecoders(thingsId);
  return useMemo(() => {
    const own = new Map(
      [...infos.values()].map(({ channel, dbc, dbcId, dbcName, revision }) => [
        `${channel}/${dbcId}/${revision}`,
        { name: `${dbcName} r${revision}`, decoder: decoderOf(dbc), channel, library: { dbcId, revision } },
      ]),
    );
    return new FrameDecoders([...own.values(), ...bound.all], bound.isOpening);
  }, [infos, bound]);
}
