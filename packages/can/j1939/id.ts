/** Global address: the destination of broadcasts. */
export const GLOBAL_ADDRESS = 0xff;

/** From this PDU format on, the PS byte belongs to the PGN and the message is a broadcast (SAE J1939-21, 5.2). */
const FIRST_PDU2_FORMAT = 240;

export interface J1939Id {
  /** 0 (highest) to 7. */
  priority: number;
  /** 18 bits: extended data page, data page, PDU format, and PS for PDU2. */
  pgn: number;
  source: number;
  /** Global for PDU2. */
  destination: number;
}

export function isPdu1(pgn: number): boolean {
  return ((pgn >> 8) & 0xff) < FIRST_PDU2_FORMAT;
}

export function parseJ1939Id(id: number): J1939Id {
  const parameterGroup = (id >> 8) & 0x3ffff;
  const isAddressed = isPdu1(parameterGroup);
  return {
    priority: (id >> 26) & 7,
    pgn: isAddressed ? parameterGroup & 0x3ff00 : parameterGroup,
    source: id & 0xff,
    destination: isAddressed ? parameterGroup & 0xff : GLOBAL_ADDRESS,
  };
}

export function j1939Id({ priority, pgn, source, destination }: J1939Id): number {
  const parameterGroup = isPdu1(pgn) ? (pgn & 0x3ff00) | (destination & 0xff) : pgn & 0x3ffff;
  return ((priority & 7) << 26) | (parameterGroup << 8) | (source & 0xff);
}

/** The part of an id that two messages of one parameter group share: the key of a DBC entry. */
export function pgnOfId(id: number): number {
  return parseJ1939Id(id).pgn;
}
