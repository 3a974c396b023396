import { use, useMemo } from "react";
import { useStore } from "../../platform/kept.ts";
import { deviceDbc } from "../filter/device-dbc.ts";
import { FrameWaysContext } from "../table/frame-ways.ts";
import { FrameDecoders } from "./frame-decoders.ts";

/** A DBC chosen on the page precedes those bound to the channels. */
export function useFrameDecoders(thingsId: string): FrameDecoders {
  const chosen = useStore(deviceDbc(thingsId));
  const { decoders, isOpening } = use(FrameWaysContext);
  return useMemo(
    () =>
      new FrameDecoders(
        [
          ...(chosen ? [{ name: chosen.name, decoder: chosen.decoder, bus: chosen.bus, channel: null }] : []),
          ...decoders,
        ],
        isOpening,
      ),
    [chosen, decoders, isOpening],
  );
}
