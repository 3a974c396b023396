import { DbcDecoder } from "@canopy/can/dbc/decode/decode";
import type { Dbc } from "@canopy/can/dbc/model";

const known = new WeakMap<Dbc, DbcDecoder>();

/** One decoder for each parsed file. */
export function decoderOf(dbc: Dbc): DbcDecoder {
  const decoder = known.get(dbc) ?? new DbcDecoder(dbc);
  known.set(dbc, decoder);
  return decoder;
}
