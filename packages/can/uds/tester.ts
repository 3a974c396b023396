import type { Frame } from "../frame/frame.ts";
import type { IsoTpAddress } from "../isotp/address.ts";
import { IsoTpLink, type LinkAction } from "../isotp/link.ts";
import type { IsoTpSettings } from "../isotp/options.ts";
import type { IsoTpProblem } from "../isotp/problem.ts";
import { IsoTpSender } from "../isotp/sender.ts";
import { type ClientAction, UdsClient, type UdsOutcome } from "./client.ts";
import type { UdsClientTiming } from "./timing.ts";

export interface TesterSettings {
  physical: IsoTpAddress;
  /** For functional requests; absent: they go out physically. */
  functional?: IsoTpAddress;
  isoTp?: IsoTpSettings;
  timing?: Partial<UdsClientTiming>;
}

export type TesterAction =
  | { kind: "send"; frame: Frame }
  | { kind: "pending"; count: number }
  | { kind: "stray"; bytes: Uint8Array }
  /** The transport gave up, just before the outcome says so. */
  | { kind: "broken"; problem: IsoTpProblem }
  | { kind: "outcome"; outcome: UdsOutcome };

/** UDS client on ISO-TP: requests in, frames out, frames in, outcomes out. */
export class UdsTester {
  readonly client: UdsClient;
  private readonly link: IsoTpLink;
  private readonly functional: IsoTpSender | null;

  constructor(settings: TesterSettings) {
    this.client = new UdsClient(settings.timing);
    this.link = new IsoTpLink(settings.physical, settings.isoTp);
    this.functional = settings.functional
      ? new IsoTpSender({ ...settings.functional, functional: true }, settings.isoTp)
      : null;
  }

  get deadlineUs(): number {
    return Math.min(this.client.deadlineUs, this.link.deadlineUs);
  }

  send(request: Uint8Array, nowUs: number, options: { functional?: boolean } = {}): TesterAction[] {
    return this.ofClient(this.client.send(request, nowUs, options), nowUs);
  }

  receive(frame: Frame, nowUs: number): TesterAction[] {
    return this.ofLink(this.link.receive(frame, nowUs), nowUs);
  }

  tick(nowUs: number): TesterAction[] {
    return [...this.ofLink(this.link.tick(nowUs), nowUs), ...this.ofClient(this.client.tick(nowUs), nowUs)];
  }

  private ofClient(actions: readonly ClientAction[], nowUs: number): TesterAction[] {
    return actions.flatMap((action) => (action.kind === "send" ? this.transmit(action, nowUs) : [action]));
  }

  private transmit(action: Extract<ClientAction, { kind: "send" }>, nowUs: number): TesterAction[] {
    const { bytes, functional, isKeepAlive } = action;
    const sender = (functional && this.functional) || this.link.sender;
    if (isKeepAlive) return sender.isBusy ? [] : sender.send(bytes, nowUs).filter((sent) => sent.kind === "send");
    // Only a request whose transfer hangs leaves the sender busy; the next one cannot overtake it.
    if (sender.isBusy) return this.ofClient(this.client.transportFailed(nowUs), nowUs);
    const actions = sender.send(bytes, nowUs);
    return this.ofLink(
      actions.map((sent) => (sent.kind === "broken" ? { ...sent, side: "sending" } : sent)),
      nowUs,
    );
  }

  private ofLink(actions: readonly LinkAction[], nowUs: number): TesterAction[] {
    return actions.flatMap((action) => this.ofLinkAction(action, nowUs));
  }

  private ofLinkAction(action: LinkAction, nowUs: number): TesterAction[] {
    switch (action.kind) {
      case "send":
        return [action];
      case "sent":
        this.client.sent(nowUs);
        return [];
      case "incomplete":
        this.client.responding(nowUs);
        return [];
      case "message":
        return this.ofClient(this.client.receive(action.bytes, nowUs), nowUs);
      case "broken":
        // An interrupted reception is followed by the message that interrupted it.
        if (action.problem === "N_UNEXP_PDU") return [];
        return [
          { kind: "broken", problem: action.problem },
          ...this.ofClient(this.client.transportFailed(nowUs), nowUs),
        ];
      case "ignored":
        return [];
    }
  }
}
