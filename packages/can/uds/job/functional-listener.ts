import { FLAG_EXTENDED, type Frame } from "../../frame/frame.ts";
import type { IsoTpAddress } from "../../isotp/address.ts";
import { IsoTpLink, type LinkAction } from "../../isotp/link.ts";
import type { TesterSettings } from "../tester.ts";
import { DEFAULT_CLIENT_TIMING } from "../timing.ts";

/** ISO 15765-4, 6.3.2.2: answers of 7E0 … 7E7 come on 7E8 … 7EF. */
const FIRST_ANSWER = 0x7e8;
const LAST_ANSWER = 0x7ef;
const ANSWER_OFFSET = 8;
/** ISO 15765-2, 10.3.3: answers to the tester F1 come on 18DAF1xx. */
const FIXED_ANSWER = 0x18daf100;

export interface OtherAnswer {
  /** The identifier that it came on. */
  readonly from: number;
  readonly bytes: Uint8Array;
}

export interface Heard {
  readonly frames: Frame[];
  readonly answers: OtherAnswer[];
}

/**
 * ISO 14229-2: a functional request is answered by every ECU that likes to. Listens to the others than the tester's own,
 * until P2 is over for all of them.
 */
export class FunctionalListener {
  private readonly settings: TesterSettings;
  private readonly links = new Map<number, IsoTpLink>();
  private untilUs: number;
  private isClosed = false;

  constructor(settings: TesterSettings, nowUs: number) {
    this.settings = settings;
    this.untilUs = nowUs + (settings.timing?.p2Us ?? DEFAULT_CLIENT_TIMING.p2Us);
  }

  /** When `tick` must be called at the latest; beyond it nobody answers any more. */
  get deadlineUs(): number {
    const close = this.isClosed ? Number.POSITIVE_INFINITY : this.untilUs;
    return Math.min(close, ...[...this.links.values()].map(({ deadlineUs }) => deadlineUs));
  }

  isOver(nowUs: number): boolean {
    this.isClosed ||= nowUs >= this.untilUs;
    const isIdle = ({ receiver }: IsoTpLink) => receiver.deadlineUs === Number.POSITIVE_INFINITY;
    return this.isClosed && [...this.links.values()].every(isIdle);
  }

  hears({ id, flags }: Frame): boolean {
    return this.addressOf(id, (flags & FLAG_EXTENDED) !== 0) !== null;
  }

  receive(frame: Frame, nowUs: number): Heard {
    const address = this.addressOf(frame.id, (frame.flags & FLAG_EXTENDED) !== 0);
    if (!address) return { frames: [], answers: [] };
    const link = this.links.get(frame.id) ?? new IsoTpLink(address, this.settings.isoTp);
    this.links.set(frame.id, link);
    return heardOf(frame.id, link.receive(frame, nowUs));
  }

  tick(nowUs: number): Heard {
    const all = [...this.links].map(([id, link]) => heardOf(id, link.tick(nowUs)));
    return { frames: all.flatMap(({ frames }) => frames), answers: all.flatMap(({ answers }) => answers) };
  }

  /** One of them asks for more time. */
  extend(nowUs: number): void {
    const p2Star = this.settings.timing?.p2StarUs ?? DEFAULT_CLIENT_TIMING.p2StarUs;
    this.untilUs = Math.max(this.untilUs, nowUs + p2Star);
    this.isClosed = false;
  }

  /** Null: not an answer that is known to belong to the functional address, or of the tester's own ECU. */
  private addressOf(id: number, isExtended: boolean): IsoTpAddress | null {
    const { physical } = this.settings;
    if (isExtended !== physical.extendedIds || id === physical.rxId) return null;
    if (!isExtended && id >= FIRST_ANSWER && id <= LAST_ANSWER)
      return { txId: id - ANSWER_OFFSET, rxId: id, extendedIds: false };
    if (isExtended && (id & 0x1fffff00) === FIXED_ANSWER)
      return { txId: 0x18da00f1 | ((id & 0xff) << 8), rxId: id, extendedIds: true };
    return null;
  }
}

function heardOf(from: number, actions: readonly LinkAction[]): Heard {
  return {
    frames: actions.flatMap((action) => (action.kind === "send" ? [action.frame] : [])),
    answers: actions.flatMap((action) => (action.kind === "message" ? [{ from, bytes: action.bytes }] : [])),
  };
}
