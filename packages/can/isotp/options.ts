/** TX_DL: the data length of the frames we send (ISO 15765-2, 9.5). 8 is classic CAN, or an FD frame of 8 bytes. */
export type TxDl = 8 | 12 | 16 | 20 | 24 | 32 | 48 | 64;

/** Timeouts and performance values of ISO 15765-2, 9.7. */
export interface IsoTpTiming {
  /** Sender: frame on the bus. */
  nAsUs: number;
  /** Receiver: flow control on the bus. */
  nArUs: number;
  /** Sender: until the next flow control. */
  nBsUs: number;
  /** Receiver: until the next consecutive frame. */
  nCrUs: number;
  /** Receiver: pause between two wait frames; N_Br + N_Ar must stay below 0.9 N_Bs. */
  nBrUs: number;
}

export interface IsoTpOptions {
  txDl: TxDl;
  /** Send FD frames even when TX_DL is 8. */
  fd: boolean;
  bitRateSwitch: boolean;
  /** Fill byte; null sends frames no longer than needed. An FD frame above 8 bytes is filled in any case. */
  padding: number | null;
  /** BS of the flow control we send; 0 asks for everything at once. */
  blockSize: number;
  /** STmin byte of the flow control we send. */
  stMin: number;
  /** Overrides the peer's STmin, in µs; null obeys the peer. */
  remoteStMinUs: number | null;
  /** N_WFTmax: wait frames accepted, and sent, in a row. */
  maxWaitFrames: number;
  /** A longer first frame is answered with overflow. */
  maxMessageSize: number;
  /** The caller reports each frame that reached the bus with `confirm`; else a frame counts as sent at once. */
  confirms: boolean;
  channel: number;
  timing: IsoTpTiming;
}

const TIMING: IsoTpTiming = {
  nAsUs: 1_000_000,
  nArUs: 1_000_000,
  nBsUs: 1_000_000,
  nCrUs: 1_000_000,
  nBrUs: 500_000,
};

const DEFAULTS: IsoTpOptions = {
  txDl: 8,
  fd: false,
  bitRateSwitch: false,
  padding: 0xcc,
  blockSize: 8,
  stMin: 0,
  remoteStMinUs: null,
  maxWaitFrames: 8,
  maxMessageSize: 1 << 20,
  confirms: false,
  channel: 0,
  timing: TIMING,
};

export type IsoTpSettings = Partial<Omit<IsoTpOptions, "timing">> & { timing?: Partial<IsoTpTiming> };

export function isoTpOptions(settings: IsoTpSettings = {}): IsoTpOptions {
  return { ...DEFAULTS, ...settings, timing: { ...TIMING, ...settings.timing } };
}
