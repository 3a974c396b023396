import { methods } from "@canopy/contract/device-link/methods";
import { requestMessage } from "@canopy/contract/device-link/requests";
import type { DownTopic, UpTopic } from "@canopy/contract/device-link/topics";
import type { LinkEvents, Uplink } from "../link/uplink.ts";
import { type FirmwareFault, Upgrader } from "../terminal/firmware.ts";

export interface QuietSettings {
  readonly firmwareVersion: string;
  readonly firmwareFault?: FirmwareFault | undefined;
  readonly restartMs: number;
}

/** A terminal without a bus: it says its version and takes upgrades, a thousand of them in one process. */
export class QuietTerminal implements LinkEvents {
  firmwareVersion: string;
  private readonly upgrader: Upgrader;
  private readonly restartMs: number;
  private link: Uplink | null = null;

  constructor({ firmwareVersion, firmwareFault, restartMs }: QuietSettings) {
    this.firmwareVersion = firmwareVersion;
    this.restartMs = restartMs;
    this.upgrader = new Upgrader(this, firmwareFault);
  }

  attach(link: Uplink): void {
    this.link = link;
  }

  online(): void {
    this.upgrader.online();
    this.publish("status", { time: Date.now(), firmware_version: this.firmwareVersion });
  }

  offline(): void {}

  received(topic: DownTopic, payload: Uint8Array): void {
    const request = requestMessage.safeParse(JSON.parse(new TextDecoder().decode(payload)));
    if (topic !== "request" || !request.success) return;
    const { id, method, params, deadline } = request.data;
    const order = methods["firmware.install"].params.safeParse(params);
    if (deadline === undefined) return;
    if (method !== "firmware.install" || !order.success) {
      this.publish("reply", { id, ok: false, code: "unknownMethod" });
      return;
    }
    const isTaken = this.upgrader.start(order.data, order.data.job ?? id);
    this.publish("reply", { id, ...(isTaken ? { ok: true } : { ok: false, code: "busy" }) });
  }

  publish(topic: Exclude<UpTopic, "frames">, message: unknown): void {
    this.link?.publish(topic, JSON.stringify(message));
  }

  reboot(): void {
    // What was said leaves first.
    setTimeout(() => this.link?.cut(this.restartMs), 50).unref();
  }
}
