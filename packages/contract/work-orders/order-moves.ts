/** WO-02: the states of a work order and every way between them; server, page and property test read this table. */
export const ORDER_STATUSES = ["pending", "process", "wait", "done", "abandon", "refuse"] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export const MOVE_NAMES = ["take", "refuse", "solve", "agree", "reject", "resume", "resubmit", "withdraw"] as const;
export type MoveName = (typeof MOVE_NAMES)[number];

interface Move {
  readonly from: readonly OrderStatus[];
  readonly to: OrderStatus;
  /** `taker`: whoever has the order in hand, or anybody who may handle it while nobody has. */
  readonly by: "initiator" | "taker" | "anyHandler";
  /** A reason or a solution is wanted. */
  readonly needsRemark: boolean;
}

export const MOVES: Readonly<Record<MoveName, Move>> = {
  take: { from: ["pending"], to: "process", by: "anyHandler", needsRemark: false },
  refuse: { from: ["pending", "process"], to: "refuse", by: "taker", needsRemark: true },
  solve: { from: ["process"], to: "wait", by: "taker", needsRemark: true },
  agree: { from: ["wait"], to: "done", by: "initiator", needsRemark: false },
  reject: { from: ["wait"], to: "abandon", by: "initiator", needsRemark: true },
  resume: { from: ["abandon"], to: "process", by: "anyHandler", needsRemark: false },
  resubmit: { from: ["refuse"], to: "pending", by: "initiator", needsRemark: false },
  withdraw: { from: ["pending"], to: "pending", by: "initiator", needsRemark: false },
};

export interface OrderState {
  readonly status: OrderStatus;
  /** Stays pending, and nothing more happens to it. */
  readonly isWithdrawn: boolean;
  /** A refused order is sent again once. */
  readonly wasResubmitted: boolean;
}

/** What this person is to this order. */
export interface Part {
  readonly isInitiator: boolean;
  /** A system manager, or a manager of the owner's merchant. */
  readonly mayHandle: boolean;
  /** Nobody else has it in hand. */
  readonly isFree: boolean;
}

export const NEW_ORDER: OrderState = { status: "pending", isWithdrawn: false, wasResubmitted: false };

export function isPossible({ status, isWithdrawn, wasResubmitted }: OrderState, name: MoveName): boolean {
  if (isWithdrawn || !MOVES[name].from.includes(status)) return false;
  return name !== "resubmit" || !wasResubmitted;
}

export function isFor({ isInitiator, mayHandle, isFree }: Part, name: MoveName): boolean {
  const { by } = MOVES[name];
  if (by === "initiator") return isInitiator;
  return mayHandle && (by === "anyHandler" || isFree);
}

export function movesOf(state: OrderState, part: Part): MoveName[] {
  return MOVE_NAMES.filter((name) => isPossible(state, name) && isFor(part, name));
}

/** Only of a move that is possible. */
export function afterMove(state: OrderState, name: MoveName): OrderState {
  return {
    status: MOVES[name].to,
    isWithdrawn: name === "withdraw",
    wasResubmitted: state.wasResubmitted || name === "resubmit",
  };
}

/** WO-02: the initiator said nothing for so long: it agrees. */
export const SILENT_MS = 7 * 24 * 3_600_000;

/** Nothing is left to do; a refused order may be sent again once. */
export const isOver = ({ status, isWithdrawn }: Pick<OrderState, "status" | "isWithdrawn">): boolean =>
  isWithdrawn || status === "done";
