import { formatHex } from "@canopy/can/bytes/hex";
import { readDiagnosticMessage } from "@canopy/can/j1939/diagnostic-messages";
import { pgnOfId } from "@canopy/can/j1939/id";
import { PGN_DM1, PGN_DM2, parameterGroupName } from "@canopy/can/j1939/parameter-groups";
import type { TableFrame } from "../table/table-frame.ts";

type Joined = NonNullable<TableFrame["joined"]>;

/** What is decoded: the message that the frame ends, else its own bytes. */
export const payloadOf = ({ bytes, joined }: Pick<TableFrame, "bytes" | "joined">): Uint8Array =>
  joined?.bytes ?? bytes;

/** `DM1`, `PGN FEE3`: where no DBC has a name. */
export function groupName(id: number): string {
  const pgn = pgnOfId(id);
  return parameterGroupName(pgn) ?? `PGN ${pgn.toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Of a message that no DBC has: its fault codes, else its bytes. */
export function joinedText({ id, bytes }: Joined): string {
  const pgn = pgnOfId(id);
  const dtcs = pgn === PGN_DM1 || pgn === PGN_DM2 ? readDiagnosticMessage(bytes)?.dtcs : undefined;
  if (!dtcs) return `${bytes.length} B ${formatHex(bytes)}`;
  return dtcs.map(({ spn, fmi, occurrences }) => `SPN ${spn} FMI ${fmi} (${occurrences})`).join(", ");
}
