import { FLAG_ERROR, FLAG_EXTENDED, FLAG_REMOTE, type Frame } from "../frame/frame.ts";

/**
 * One ISO-TP peer pair as seen from our side. Extended and mixed addressing spend the first data byte: the target
 * address (ISO 15765-2, 10.3.4) or the address extension (10.3.5).
 */
export interface IsoTpAddress {
  txId: number;
  rxId: number;
  /** 29-bit identifiers. */
  extendedIds: boolean;
  /** First data byte of sent frames; absent with normal addressing. */
  txPrefix?: number;
  /** First data byte of accepted frames. */
  rxPrefix?: number;
  /** Functional (1 to n) addressing carries single frames only (ISO 15765-2, 8.2). */
  functional?: boolean;
}

export interface FixedPeers {
  /** Our own node address. */
  source: number;
  target: number;
  functional?: boolean;
}

const NORMAL_FIXED_PHYSICAL = 0x18da0000;
const NORMAL_FIXED_FUNCTIONAL = 0x18db0000;
const MIXED_29_PHYSICAL = 0x18ce0000;
const MIXED_29_FUNCTIONAL = 0x18cd0000;

export function normalAddress(txId: number, rxId: number): IsoTpAddress {
  return { txId, rxId, extendedIds: txId > 0x7ff || rxId > 0x7ff };
}

/** Normal fixed addressing, 29 bit: 18DA<target><source>, functional 18DB. */
export function normalFixedAddress(peers: FixedPeers): IsoTpAddress {
  const base = peers.functional ? NORMAL_FIXED_FUNCTIONAL : NORMAL_FIXED_PHYSICAL;
  return fixedAddress(base, NORMAL_FIXED_PHYSICAL, peers);
}

/** Extended addressing: the identifier names the sender, the first data byte names the target. */
export function extendedAddress(txId: number, rxId: number, peers: FixedPeers): IsoTpAddress {
  return { ...normalAddress(txId, rxId), ...mode(peers), txPrefix: peers.target, rxPrefix: peers.source };
}

/** Mixed addressing with 11-bit identifiers: both directions carry the same address extension. */
export function mixedAddress(txId: number, rxId: number, addressExtension: number): IsoTpAddress {
  return { ...normalAddress(txId, rxId), txPrefix: addressExtension, rxPrefix: addressExtension };
}

/** Mixed addressing with 29-bit identifiers: 18CE<target><source>, functional 18CD. */
export function mixedFixedAddress(peers: FixedPeers, addressExtension: number): IsoTpAddress {
  const base = peers.functional ? MIXED_29_FUNCTIONAL : MIXED_29_PHYSICAL;
  return {
    ...fixedAddress(base, MIXED_29_PHYSICAL, peers),
    txPrefix: addressExtension,
    rxPrefix: addressExtension,
  };
}

/** Is this data frame addressed to us by our peer? */
export function isFromPeer(address: IsoTpAddress, frame: Frame): boolean {
  if (frame.id !== address.rxId || (frame.flags & (FLAG_REMOTE | FLAG_ERROR)) !== 0) return false;
  if (((frame.flags & FLAG_EXTENDED) !== 0) !== address.extendedIds) return false;
  return address.rxPrefix === undefined || (frame.data.length > 0 && frame.data[0] === address.rxPrefix);
}

/**
 * The identifier that answers `id` by convention: 18DA/18CE with source and target swapped, 7E0-7E7 with 7E8-7EF
 * (ISO 15765-4). Undefined where only the vehicle's maker knows.
 */
export function conventionalPeerId(id: number, extendedIds: boolean): number | undefined {
  if (extendedIds) {
    const kind = id & 0x1fff0000;
    if (kind !== NORMAL_FIXED_PHYSICAL && kind !== MIXED_29_PHYSICAL) return undefined;
    return kind | ((id & 0xff) << 8) | ((id >> 8) & 0xff);
  }
  return id >= 0x7e0 && id <= 0x7ef ? id ^ 8 : undefined;
}

function fixedAddress(txBase: number, rxBase: number, peers: FixedPeers): IsoTpAddress {
  return {
    txId: txBase | (peers.target << 8) | peers.source,
    rxId: rxBase | (peers.source << 8) | peers.target,
    extendedIds: true,
    ...mode(peers),
  };
}

function mode(peers: FixedPeers): { functional?: boolean } {
  return peers.functional ? { functional: true } : {};
}
