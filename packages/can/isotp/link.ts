import type { Frame } from "../frame/frame.ts";
import type { IsoTpAddress } from "./address.ts";
import type { IsoTpSettings } from "./options.ts";
import type { IsoTpProblem } from "./problem.ts";
import { type IgnoredReason, IsoTpReceiver, type ReceiverAction } from "./receiver.ts";
import { IsoTpSender, type SenderAction } from "./sender.ts";

export type LinkAction =
  | { kind: "send"; frame: Frame }
  | { kind: "sent" }
  | { kind: "incomplete"; received: number; total: number }
  | { kind: "message"; bytes: Uint8Array }
  | { kind: "broken"; side: "sending" | "receiving"; problem: IsoTpProblem }
  | { kind: "ignored"; reason: IgnoredReason };

/** Both directions of one address pair, full duplex (ISO 15765-2, 9.8.3 case 2): the sides do not disturb each other. */
export class IsoTpLink {
  readonly sender: IsoTpSender;
  readonly receiver: IsoTpReceiver;

  constructor(address: IsoTpAddress, settings: IsoTpSettings = {}) {
    this.sender = new IsoTpSender(address, settings);
    this.receiver = new IsoTpReceiver(address, settings);
  }

  get deadlineUs(): number {
    return Math.min(this.sender.deadlineUs, this.receiver.deadlineUs);
  }

  send(message: Uint8Array, nowUs: number): LinkAction[] {
    return this.sender.send(message, nowUs).map(ofSender);
  }

  receive(frame: Frame, nowUs: number): LinkAction[] {
    return [...this.sender.receive(frame, nowUs).map(ofSender), ...this.receiver.receive(frame, nowUs).map(ofReceiver)];
  }

  tick(nowUs: number): LinkAction[] {
    return [...this.sender.tick(nowUs).map(ofSender), ...this.receiver.tick(nowUs).map(ofReceiver)];
  }
}

function ofSender(action: SenderAction): LinkAction {
  return action.kind === "broken" ? { ...action, side: "sending" } : action;
}

function ofReceiver(action: ReceiverAction): LinkAction {
  return action.kind === "broken" ? { ...action, side: "receiving" } : action;
}
