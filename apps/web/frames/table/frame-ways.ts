import { createContext } from "react";
import type { NamedDecoder } from "./frame-decoders.ts";
import type { TableFrame } from "./table-frame.ts";

/** What the page offers to frames beyond this floor: how they are read, and where one can go with them. */
export interface FrameWays {
  /** From the enabled bindings of the device's channels. */
  readonly decoders: readonly NamedDecoder[];
  toCurve?: ((frames: readonly TableFrame[]) => void) | undefined;
  toDbc?: ((frame: TableFrame) => void) | undefined;
  toBindings?: (() => void) | undefined;
}

export const FrameWaysContext = createContext<FrameWays>({ decoders: [] });
