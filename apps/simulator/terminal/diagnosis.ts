import { formatHex } from "@canopy/can/bytes/hex";
import { FLAG_TX, type Frame } from "@canopy/can/frame/frame";
import { normalAddress } from "@canopy/can/isotp/address";
import type { UdsOutcome } from "@canopy/can/uds/client";
import { SESSION_DEFAULT } from "@canopy/can/uds/services/diagnostic-session-control";
import { type TesterAction, type TesterSettings, UdsTester } from "@canopy/can/uds/tester";
import type { BusNode } from "../bus/virtual-bus.ts";

export interface UdsRequest {
  channel: number;
  requestId: number;
  responseId: number;
  data: Uint8Array;
}

type Settle = (result: Record<string, unknown>) => void;

/** The terminal's tester for one ECU: timing stays on the bus, the cloud sees request and outcome. */
export class EcuTester implements BusNode {
  readonly channel: number;
  private readonly settings: TesterSettings;
  private tester: UdsTester;
  private settle: Settle | null = null;

  constructor({ channel, requestId, responseId }: UdsRequest) {
    this.channel = channel;
    this.settings = { physical: normalAddress(requestId, responseId), isoTp: { channel } };
    this.tester = new UdsTester(this.settings);
  }

  get isBusy(): boolean {
    return this.settle !== null;
  }

  /** Nothing is awaited, and no session is held open. */
  get isFree(): boolean {
    return !this.isBusy && this.tester.client.keepAlive.session === SESSION_DEFAULT;
  }

  /** The connection is gone: its session ends by itself, as TesterPresent stops. */
  drop(): void {
    this.tester = new UdsTester(this.settings);
    this.finish({ kind: "timeout", cause: "transport" });
  }

  send(data: Uint8Array, nowUs: number, settle: Settle): Frame[] {
    this.settle = settle;
    return this.act(this.tester.send(data, nowUs));
  }

  receive(frame: Frame, nowUs: number): Frame[] {
    return this.act(this.tester.receive(frame, nowUs));
  }

  tick(nowUs: number): Frame[] {
    return nowUs >= this.tester.deadlineUs ? this.act(this.tester.tick(nowUs)) : [];
  }

  private act(actions: readonly TesterAction[]): Frame[] {
    const frames: Frame[] = [];
    for (const action of actions) {
      if (action.kind === "send") frames.push({ ...action.frame, flags: action.frame.flags | FLAG_TX });
      else if (action.kind === "outcome") this.finish(action.outcome);
    }
    return frames;
  }

  private finish(outcome: UdsOutcome): void {
    const settle = this.settle;
    this.settle = null;
    settle?.(resultOf(outcome));
  }
}

function resultOf(outcome: UdsOutcome): Record<string, unknown> {
  switch (outcome.kind) {
    case "positive":
    case "unexpected":
    case "invalid":
      return { outcome: outcome.kind, data: formatHex(outcome.bytes) };
    case "negative":
      return { outcome: "negative", service: outcome.sid, code: outcome.code };
    case "timeout":
      return { outcome: "timeout", cause: outcome.cause };
  }
}
