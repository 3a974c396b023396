import type { MoveName } from "@canopy/contract/work-orders/order-moves";
import { moveOrder, type OrderDetail } from "@canopy/contract/work-orders/orders";
import { Check, CircleX, Hand, RotateCcw, Send, Undo2 } from "lucide-react";
import { useState } from "react";
import { callDenied } from "../accounts/permissions.ts";
import { useText } from "../platform/i18n.ts";
import { Button } from "../ui/Button.tsx";
import { FormAlert } from "../ui/form/FormAlert.tsx";
import { BottomEdge } from "../ui/toolbar/BottomEdge.tsx";
import { useNarrow } from "../ui/use-narrow.ts";
import { MoveDialog, ResubmitDialog } from "./MoveDialog.tsx";
import { useMove } from "./use-order-changes.ts";

const ICONS = {
  take: Hand,
  refuse: CircleX,
  solve: Check,
  agree: Check,
  reject: CircleX,
  resume: RotateCcw,
  resubmit: Send,
  withdraw: Undo2,
} as const;
/** The next step; the others stand before it. */
const MAIN: readonly MoveName[] = ["take", "solve", "agree", "resume", "resubmit"];
/** Done at once, with nothing to say. */
const AT_ONCE: readonly MoveName[] = ["take", "resume"];

/** Only what this person can do now; on a phone at the bottom edge. */
export function MoveButtons({ order }: { order: OrderDetail }) {
  const t = useText();
  const narrow = useNarrow();
  const [asked, setAsked] = useState<MoveName>();
  const { move, isBusy, problem } = useMove(order, () => undefined);
  const inOrder = [...order.moves].sort((a, b) => Number(MAIN.includes(a)) - Number(MAIN.includes(b)));
  const buttons = inOrder.map((name) => ({
    key: name,
    content: (
      <Button
        key={name}
        kind={MAIN.includes(name) ? "main" : "plain"}
        icon={ICONS[name]}
        busy={AT_ONCE.includes(name) && isBusy}
        denied={callDenied(moveOrder)}
        wide={narrow}
        onClick={() => (AT_ONCE.includes(name) ? move({ move: name }) : setAsked(name))}
      >
        {t(`work-orders.move.${name}`)}
      </Button>
    ),
  }));
  const close = () => setAsked(undefined);
  return (
    <>
      <FormAlert text={problem} />
      {narrow ? <BottomEdge>{buttons}</BottomEdge> : buttons.map(({ content }) => content)}
      {asked === "resubmit" && <ResubmitDialog order={order} onClose={close} />}
      {asked && asked !== "resubmit" && <MoveDialog order={order} move={asked} onClose={close} />}
    </>
  );
}
