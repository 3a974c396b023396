import type { Frame } from "../../frame/frame.ts";
import type { IsoTpAddress } from "../../isotp/address.ts";
import { IsoTpLink } from "../../isotp/link.ts";
import type { IsoTpSettings } from "../../isotp/options.ts";
import { IsoTpReceiver } from "../../isotp/receiver.ts";
import type { UdsServer } from "./server.ts";

export interface EcuNodeSettings {
  /** As the ECU sees it: it sends on its response id. */
  physical: IsoTpAddress;
  /** Identifier of functional requests, 7DF for instance. */
  functionalId?: number;
  isoTp?: IsoTpSettings;
}

type LinkEvent = { kind: string; bytes?: Uint8Array; frame?: Frame };

/** A diagnostic server on ISO-TP, for simulated vehicles: frames in, frames out. */
export class EcuNode {
  readonly server: UdsServer;
  private readonly link: IsoTpLink;
  private readonly functional: IsoTpReceiver | null;
  private readonly waiting: Uint8Array[] = [];

  constructor(server: UdsServer, settings: EcuNodeSettings) {
    const { physical, functionalId, isoTp } = settings;
    this.server = server;
    this.link = new IsoTpLink(physical, isoTp);
    this.functional =
      functionalId === undefined
        ? null
        : new IsoTpReceiver({ ...physical, rxId: functionalId, functional: true }, isoTp);
  }

  get deadlineUs(): number {
    return Math.min(this.server.deadlineUs, this.link.deadlineUs);
  }

  receive(frame: Frame, nowUs: number): Frame[] {
    const frames = this.hear(this.link.receive(frame, nowUs), nowUs, false);
    if (this.functional) frames.push(...this.hear(this.functional.receive(frame, nowUs), nowUs, true));
    return [...frames, ...this.answer(nowUs)];
  }

  tick(nowUs: number): Frame[] {
    const frames = this.hear(this.link.tick(nowUs), nowUs, false);
    this.waiting.push(...this.server.tick(nowUs));
    return [...frames, ...this.answer(nowUs)];
  }

  private hear(heard: readonly LinkEvent[], nowUs: number, functional: boolean): Frame[] {
    for (const { bytes } of heard) {
      if (bytes) this.waiting.push(...this.server.receive(bytes, nowUs, { functional }));
    }
    return heard.flatMap(({ frame }) => (frame ? [frame] : []));
  }

  /** One answer after the other: a segmented one holds the next until it is through. */
  private answer(nowUs: number): Frame[] {
    const frames: Frame[] = [];
    while (!this.link.sender.isBusy) {
      const next = this.waiting.shift();
      if (!next) break;
      const actions = this.link.send(next, nowUs);
      frames.push(...actions.flatMap((action) => (action.kind === "send" ? [action.frame] : [])));
    }
    return frames;
  }
}
