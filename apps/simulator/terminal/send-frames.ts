import { FLAG_BRS, FLAG_EXTENDED, FLAG_FD, FLAG_REMOTE, FLAG_TX, type Frame } from "@canopy/can/frame/frame";
import type { methods } from "@canopy/contract/device-link/methods";

type SendParams = ReturnType<(typeof methods)["frames.send"]["params"]["parse"]>;
type SentFrame = SendParams["frames"][number];

/** DEV-06: a list of frames that the terminal sends by its own clock, once, several times or until it is stopped. */
export class SendJob {
  readonly params: SendParams;
  /** Frames that went out. */
  sent = 0;
  private round = 0;
  private item = 0;
  private dueUs: number;

  constructor(params: SendParams, nowUs: number) {
    this.params = params;
    this.dueUs = nowUs + (params.frames[0]?.delay_ms ?? 0) * 1000;
  }

  get isDone(): boolean {
    return this.params.repeat > 0 && this.round >= this.params.repeat;
  }

  get isFirstRoundDone(): boolean {
    return this.round > 0;
  }

  /** The frames whose time has come. */
  due(nowUs: number): Frame[] {
    const frames: Frame[] = [];
    // A list without any pause goes out once per look, or it would fill the bus and never end.
    for (let count = 0; !this.isDone && this.dueUs <= nowUs && count < this.params.frames.length; count++) {
      const sent = this.params.frames[this.item];
      if (sent === undefined) break;
      frames.push(frameOf(sent, this.dueUs));
      this.sent++;
      this.next();
    }
    return frames;
  }

  private next(): void {
    this.item++;
    if (this.item === this.params.frames.length) {
      this.item = 0;
      this.round++;
      this.dueUs += this.params.period_ms * 1000;
    }
    this.dueUs += (this.params.frames[this.item]?.delay_ms ?? 0) * 1000;
  }
}

function frameOf(sent: SentFrame, timeUs: number): Frame {
  const data = sent.remote ? new Uint8Array(0) : new Uint8Array(Buffer.from(sent.data, "hex"));
  const flags =
    FLAG_TX |
    (sent.extended ? FLAG_EXTENDED : 0) |
    (sent.remote ? FLAG_REMOTE : 0) |
    (sent.fd ? FLAG_FD | (sent.brs ? FLAG_BRS : 0) : 0);
  const size = sent.remote ? (sent.length ?? 0) : data.length;
  return { timeUs, channel: sent.channel, id: sent.id, flags, size, data };
}
