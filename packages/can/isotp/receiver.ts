import type { Frame } from "../frame/frame.ts";
import { type IsoTpAddress, isFromPeer } from "./address.ts";
import { FrameBuilder } from "./build-frame.ts";
import { type IsoTpOptions, type IsoTpSettings, isoTpOptions } from "./options.ts";
import { FLOW_CONTINUE, FLOW_OVERFLOW, FLOW_WAIT, type Pci, type PciFault, readPci } from "./pci.ts";
import type { IsoTpProblem } from "./problem.ts";
import { Reception } from "./reception.ts";

export type IgnoredReason = PciFault | "consecutiveWhileIdle" | "consecutiveSize" | "functionalFirstFrame";

export type ReceiverAction =
  | { kind: "send"; frame: Frame }
  | { kind: "incomplete"; received: number; total: number }
  | { kind: "message"; bytes: Uint8Array }
  | { kind: "broken"; problem: IsoTpProblem }
  | { kind: "ignored"; reason: IgnoredReason };

/** idle; receiving: N_Cr runs; confirming: our flow control is not on the bus yet (N_Ar); held: we answer "wait". */
type State = "idle" | "receiving" | "confirming" | "held";

/** Receiving side of ISO 15765-2 as a pure machine: frames and times in, actions out. */
export class IsoTpReceiver {
  /** When `tick` must be called at the latest; Infinity when nothing is awaited. */
  deadlineUs = Number.POSITIVE_INFINITY;
  private readonly address: IsoTpAddress;
  private readonly options: IsoTpOptions;
  private readonly builder: FrameBuilder;
  private readonly prefixSize: number;
  private state: State = "idle";
  private reception: Reception | null = null;
  private blockLeft = 0;
  private waitsSent = 0;
  private isHeld = false;

  constructor(address: IsoTpAddress, settings: IsoTpSettings = {}) {
    this.address = address;
    this.options = isoTpOptions(settings);
    this.builder = new FrameBuilder(address, this.options);
    this.prefixSize = address.rxPrefix === undefined ? 0 : 1;
  }

  get isReceiving(): boolean {
    return this.state !== "idle";
  }

  receive(frame: Frame, nowUs: number): ReceiverAction[] {
    if (!isFromPeer(this.address, frame)) return this.tick(nowUs);
    return [...this.tick(nowUs), ...this.receivePci(readPci(frame.data, this.prefixSize), nowUs)];
  }

  private receivePci(pci: Pci, nowUs: number): ReceiverAction[] {
    switch (pci.kind) {
      case "single":
        return [...this.interrupt(), { kind: "message", bytes: pci.data.slice() }];
      case "first":
        return this.receiveFirst(pci, nowUs);
      case "consecutive":
        return this.receiveConsecutive(pci, nowUs);
      case "flowControl":
        return [];
      case "invalid":
        return [{ kind: "ignored", reason: pci.fault }];
    }
  }

  private receiveFirst(pci: Extract<Pci, { kind: "first" }>, nowUs: number): ReceiverAction[] {
    if (this.address.functional) return [{ kind: "ignored", reason: "functionalFirstFrame" }];
    const interrupted = this.interrupt();
    if (pci.length > this.options.maxMessageSize) {
      const frame = this.builder.flowControl(FLOW_OVERFLOW, nowUs);
      return [...interrupted, { kind: "send", frame }, { kind: "broken", problem: "N_BUFFER_OVFLW" }];
    }
    this.reception = new Reception(pci, this.prefixSize);
    return [...interrupted, ...this.flow(nowUs), this.progress(this.reception)];
  }

  private receiveConsecutive(pci: Extract<Pci, { kind: "consecutive" }>, nowUs: number): ReceiverAction[] {
    const { reception } = this;
    if (!reception || this.state === "held") return [{ kind: "ignored", reason: "consecutiveWhileIdle" }];
    const result = reception.accept(pci);
    if (result === "ignored") return [{ kind: "ignored", reason: "consecutiveSize" }];
    if (result === "wrongSequence") return this.fail("N_WRONG_SN");
    if (result === "complete") {
      this.reset();
      return [{ kind: "message", bytes: reception.bytes() }];
    }
    this.state = "receiving";
    this.deadlineUs = nowUs + this.options.timing.nCrUs;
    const blockEnds = this.options.blockSize > 0 && --this.blockLeft === 0;
    return [...(blockEnds ? this.flow(nowUs) : []), this.progress(reception)];
  }

  /** The last flow control reached the bus; needed only with `confirms`. */
  confirm(nowUs: number): ReceiverAction[] {
    if (this.state !== "confirming") return [];
    this.state = this.isHeld ? "held" : "receiving";
    this.deadlineUs = nowUs + (this.isHeld ? this.options.timing.nBrUs : this.options.timing.nCrUs);
    return [];
  }

  /** The user has no room now: answer the next block with wait frames until `release`. */
  hold(): void {
    this.isHeld = true;
  }

  release(nowUs: number): ReceiverAction[] {
    this.isHeld = false;
    return this.state === "held" ? this.flow(nowUs) : [];
  }

  tick(nowUs: number): ReceiverAction[] {
    if (nowUs < this.deadlineUs) return [];
    if (this.state === "held") return this.flow(nowUs);
    return this.fail(this.state === "confirming" ? "N_TIMEOUT_A" : "N_TIMEOUT_Cr");
  }

  private flow(nowUs: number): ReceiverAction[] {
    if (this.isHeld) return this.sendWait(nowUs);
    this.waitsSent = 0;
    this.blockLeft = this.options.blockSize;
    return this.sendFlowControl(FLOW_CONTINUE, nowUs);
  }

  /** ISO 15765-2, 9.7: no more than N_WFTmax wait frames, then the reception is given up. */
  private sendWait(nowUs: number): ReceiverAction[] {
    if (this.waitsSent >= this.options.maxWaitFrames) return this.fail("N_WFT_OVRN");
    this.waitsSent++;
    return this.sendFlowControl(FLOW_WAIT, nowUs);
  }

  private sendFlowControl(status: number, nowUs: number): ReceiverAction[] {
    this.state = "confirming";
    this.deadlineUs = nowUs + this.options.timing.nArUs;
    if (!this.options.confirms) this.confirm(nowUs);
    return [{ kind: "send", frame: this.builder.flowControl(status, nowUs) }];
  }

  /** ISO 15765-2, 9.8.3: a new message during a reception ends the old one and is taken. */
  private interrupt(): ReceiverAction[] {
    return this.state === "idle" ? [] : this.fail("N_UNEXP_PDU");
  }

  private fail(problem: IsoTpProblem): ReceiverAction[] {
    this.reset();
    return [{ kind: "broken", problem }];
  }

  private reset(): void {
    this.state = "idle";
    this.reception = null;
    this.waitsSent = 0;
    this.deadlineUs = Number.POSITIVE_INFINITY;
  }

  private progress(reception: Reception): ReceiverAction {
    return { kind: "incomplete", received: reception.received, total: reception.total };
  }
}
