/** Parameter groups that this library or its users name (SAE J1939-71, -73, -21, -81). */
export const PGN_REQUEST = 0xea00;
export const PGN_TP_DATA = 0xeb00;
export const PGN_TP_CONNECTION = 0xec00;
export const PGN_ADDRESS_CLAIMED = 0xee00;
export const PGN_DM1 = 0xfeca;
export const PGN_DM2 = 0xfecb;
export const PGN_DM3 = 0xfecc;

const NAMES: ReadonlyMap<number, string> = new Map([
  [0xe800, "Acknowledgement"],
  [PGN_REQUEST, "Request"],
  [PGN_TP_DATA, "TP.DT"],
  [PGN_TP_CONNECTION, "TP.CM"],
  [PGN_ADDRESS_CLAIMED, "Address Claimed"],
  [0xf003, "EEC2"],
  [0xf004, "EEC1"],
  [PGN_DM1, "DM1"],
  [PGN_DM2, "DM2"],
  [PGN_DM3, "DM3"],
  [0xfeda, "Software Identification"],
  [0xfee3, "Engine Configuration"],
  [0xfee5, "Engine Hours"],
  [0xfee8, "Vehicle Direction/Speed"],
  [0xfee9, "Fuel Consumption"],
  [0xfeec, "Vehicle Identification"],
  [0xfeee, "Engine Temperature 1"],
  [0xfef1, "CCVS"],
  [0xfef2, "Fuel Economy"],
  [0xfef3, "Vehicle Position"],
  [0xfef5, "Ambient Conditions"],
  [0xfef7, "Vehicle Electrical Power"],
]);

export function parameterGroupName(pgn: number): string | undefined {
  return NAMES.get(pgn);
}

/** Data of a request for a parameter group (PGN 59904): three bytes, low byte first. */
export function requestData(pgn: number): Uint8Array {
  return Uint8Array.of(pgn & 255, (pgn >> 8) & 255, (pgn >> 16) & 255);
}
