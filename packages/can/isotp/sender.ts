import type { Frame } from "../frame/frame.ts";
import { type IsoTpAddress, isFromPeer } from "./address.ts";
import { FrameBuilder } from "./build-frame.ts";
import { type IsoTpOptions, type IsoTpSettings, isoTpOptions } from "./options.ts";
import { FLOW_CONTINUE, FLOW_OVERFLOW, FLOW_WAIT, type Pci, readPci, separationTimeUs } from "./pci.ts";
import type { IsoTpProblem } from "./problem.ts";

export type SenderAction =
  | { kind: "send"; frame: Frame }
  | { kind: "sent" }
  | { kind: "broken"; problem: IsoTpProblem };

/** confirming: a frame is not on the bus yet (N_As); awaitingFlow: N_Bs runs; spacing: STmin runs. */
type State = "idle" | "confirming" | "awaitingFlow" | "spacing";

/** With STmin 0 and no confirmations, frames handed out per call: bounds the memory of one answer. */
const MAX_BURST = 64;
const MAX_LENGTH = 0xffffffff;

/** Sending side of ISO 15765-2 as a pure machine: message, frames and times in, actions out. */
export class IsoTpSender {
  /** When `tick` must be called at the latest; Infinity when nothing is awaited. */
  deadlineUs = Number.POSITIVE_INFINITY;
  private readonly address: IsoTpAddress;
  private readonly options: IsoTpOptions;
  private readonly builder: FrameBuilder;
  private readonly rxPrefixSize: number;
  private state: State = "idle";
  private message = new Uint8Array(0);
  private offset = 0;
  private sequence = 1;
  /** Consecutive frames until the next flow control; Infinity when the peer asked for none. */
  private blockLeft = 0;
  private separationUs = 0;
  private waitsSeen = 0;

  constructor(address: IsoTpAddress, settings: IsoTpSettings = {}) {
    this.address = address;
    this.options = isoTpOptions(settings);
    this.builder = new FrameBuilder(address, this.options);
    this.rxPrefixSize = address.rxPrefix === undefined ? 0 : 1;
  }

  get isBusy(): boolean {
    return this.state !== "idle";
  }

  send(message: Uint8Array, nowUs: number): SenderAction[] {
    if (this.isBusy) throw new Error("ISO-TP sender is busy: wait for `sent` or `broken`");
    const isSingle = message.length <= this.builder.singleCapacity;
    if (message.length === 0 || message.length > MAX_LENGTH || (!isSingle && this.address.functional)) {
      return [{ kind: "broken", problem: "N_ERROR" }];
    }
    this.message = message.slice();
    this.offset = 0;
    this.sequence = 1;
    this.waitsSeen = 0;
    this.blockLeft = 0;
    if (isSingle) return this.transmit(this.builder.single(this.message, nowUs), message.length, nowUs);
    const { frame, carried } = this.builder.first(this.message, nowUs);
    return this.transmit(frame, carried, nowUs);
  }

  /** Only flow control frames of the peer matter here; anything else is for the receiver. */
  receive(frame: Frame, nowUs: number): SenderAction[] {
    const late = this.tick(nowUs);
    // Flow control proves that our frame is on the bus, although its confirmation may still be under way.
    const isProof = this.state === "confirming" && this.blockLeft <= 0 && this.offset < this.message.length;
    if ((this.state !== "awaitingFlow" && !isProof) || !isFromPeer(this.address, frame)) return late;
    const pci = readPci(frame.data, this.rxPrefixSize);
    return pci.kind === "flowControl" ? [...late, ...this.receiveFlowControl(pci, nowUs)] : late;
  }

  private receiveFlowControl(pci: Extract<Pci, { kind: "flowControl" }>, nowUs: number): SenderAction[] {
    switch (pci.status) {
      case FLOW_CONTINUE:
        this.waitsSeen = 0;
        this.blockLeft = pci.blockSize === 0 ? Number.POSITIVE_INFINITY : pci.blockSize;
        this.separationUs = this.options.remoteStMinUs ?? separationTimeUs(pci.stMin);
        return this.sendBlock(nowUs);
      case FLOW_WAIT:
        // ISO 15765-2, 9.7: N_WFTmax = 0 allows none.
        if (++this.waitsSeen > this.options.maxWaitFrames) return this.fail("N_WFT_OVRN");
        this.deadlineUs = nowUs + this.options.timing.nBsUs;
        return [];
      case FLOW_OVERFLOW:
        return this.fail("N_BUFFER_OVFLW");
      default:
        return this.fail("N_INVALID_FS");
    }
  }

  /** The last frame reached the bus; needed only with `confirms`. */
  confirm(nowUs: number): SenderAction[] {
    if (this.state !== "confirming") return [];
    const next = this.settle(nowUs);
    if (next === "idle") return [{ kind: "sent" }];
    return next === "spacing" && this.separationUs === 0 ? this.sendBlock(nowUs) : [];
  }

  tick(nowUs: number): SenderAction[] {
    if (nowUs < this.deadlineUs) return [];
    if (this.state === "spacing") return this.sendBlock(nowUs);
    return this.fail(this.state === "confirming" ? "N_TIMEOUT_A" : "N_TIMEOUT_Bs");
  }

  private sendBlock(nowUs: number): SenderAction[] {
    const actions = this.sendConsecutive(nowUs);
    while (this.state === "spacing" && this.separationUs === 0 && actions.length < MAX_BURST) {
      actions.push(...this.sendConsecutive(nowUs));
    }
    return actions;
  }

  private sendConsecutive(nowUs: number): SenderAction[] {
    const end = Math.min(this.offset + this.builder.consecutiveCapacity, this.message.length);
    const frame = this.builder.consecutive(this.sequence, this.message.subarray(this.offset, end), nowUs);
    this.sequence = (this.sequence + 1) & 15;
    this.blockLeft--;
    return this.transmit(frame, end - this.offset, nowUs);
  }

  private transmit(frame: Frame, carried: number, nowUs: number): SenderAction[] {
    this.offset += carried;
    this.await("confirming", nowUs + this.options.timing.nAsUs);
    const actions: SenderAction[] = [{ kind: "send", frame }];
    if (this.options.confirms) return actions;
    if (this.settle(nowUs) === "idle") actions.push({ kind: "sent" });
    return actions;
  }

  /** The action after a frame on the bus: done, flow control, or the next frame after STmin. */
  private settle(nowUs: number): State {
    if (this.offset >= this.message.length) this.reset();
    else if (this.blockLeft > 0) this.await("spacing", nowUs + this.separationUs);
    else this.await("awaitingFlow", nowUs + this.options.timing.nBsUs);
    return this.state;
  }

  private await(state: State, deadlineUs: number): void {
    this.state = state;
    this.deadlineUs = deadlineUs;
  }

  private fail(problem: IsoTpProblem): SenderAction[] {
    this.reset();
    return [{ kind: "broken", problem }];
  }

  private reset(): void {
    this.state = "idle";
    this.message = new Uint8Array(0);
    this.offset = 0;
    this.deadlineUs = Number.POSITIVE_INFINITY;
  }
}
