import { requestMessage } from "@canopy/contract/device-link/requests";
import type { DownTopic } from "@canopy/contract/device-link/topics";
import type { LinkEvents, Uplink } from "../link/uplink.ts";
import { Forwarder } from "../terminal/forwarder.ts";
import { Outbox } from "../terminal/outbox.ts";
import { LOAD_BATCH_FRAMES, stamp } from "./templates.ts";

export interface LoadSettings {
  epoch: number;
  startUs: number;
  framesPerSecond: number;
  templates: readonly Uint8Array[];
}

/** A server that cannot keep up is not buried: the generator waits, as back-pressure means it to. */
const MAX_WAITING = 64;

/** Sends ready-made batches at a rate, with the same care for acknowledgements as a whole terminal. */
export class LoadTerminal implements LinkEvents {
  readonly outbox: Outbox;
  private readonly forwarder: Forwarder;
  private readonly settings: LoadSettings;
  private link: Uplink | null = null;
  private nextUs: number;

  constructor(settings: LoadSettings) {
    this.settings = settings;
    this.outbox = new Outbox(settings.epoch, Number.POSITIVE_INFINITY);
    this.forwarder = new Forwarder(this.outbox, Date.now);
    // Devices must not all send in the same moment.
    this.nextUs = settings.startUs + Math.floor(((settings.epoch % 1000) / 1000) * this.batchUs);
  }

  attach(link: Uplink): void {
    this.link = link;
    this.forwarder.attach(link);
  }

  advance(nowUs: number): void {
    const { templates, epoch } = this.settings;
    while (this.nextUs + this.batchUs <= nowUs) {
      const template = templates[this.outbox.nextSequence % templates.length];
      if (template !== undefined && this.outbox.waiting < MAX_WAITING) {
        this.outbox.add(stamp(template, epoch, this.outbox.nextSequence, this.nextUs));
      }
      this.nextUs += this.batchUs;
    }
    this.outbox.releaseOld(nowUs / 1000);
    this.forwarder.pump();
  }

  online(): void {
    this.forwarder.online();
  }

  offline(): void {
    this.forwarder.offline();
  }

  get framesAcknowledged(): number {
    return this.forwarder.framesAcknowledged;
  }

  received(_topic: DownTopic, payload: Uint8Array): void {
    const request = requestMessage.safeParse(JSON.parse(new TextDecoder().decode(payload)));
    if (!request.success) return;
    const { id, method, params, deadline } = request.data;
    if (method === "storage.full") this.outbox.refuse(Number(params.epoch), Number(params.sequence));
    else if (method === "storage.ok") this.outbox.release(Date.now());
    else if (deadline !== undefined)
      this.link?.publish("reply", JSON.stringify({ id, ok: false, code: "unknownMethod" }));
  }

  private get batchUs(): number {
    return Math.floor((LOAD_BATCH_FRAMES * 1e6) / this.settings.framesPerSecond);
  }
}
