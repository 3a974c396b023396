import { createContext } from "react";
import type { FrameDecoders, NamedDecoder } from "../rows/frame-decoders.ts";
import type { TableFrame } from "./table-frame.ts";

/** Functions of upper floors that a page hands to frame tables: DBCs and links. */
export interface FrameWays {
  /** The DBCs of the enabled bindings of the device's channels. */
  readonly decoders: readonly NamedDecoder[];
  /** True while bindings or their DBC files are loading: an unknown identifier may still get a name. */
  readonly isOpening?: boolean;
  /** Read by these DBCs; absent: by those of the bindings. */
  toCurve?: ((frames: readonly TableFrame[], by?: FrameDecoders) => void) | undefined;
  toDbc?: ((frame: TableFrame) => void) | undefined;
  toBindings?: (() => void) | undefined;
}

export const FrameWaysContext = createContext<FrameWays>({ decoders: [] });
