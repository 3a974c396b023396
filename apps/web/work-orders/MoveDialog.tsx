import { orderErrors } from "@canopy/contract/work-orders/errors";
import { MOVES, type MoveName } from "@canopy/contract/work-orders/order-moves";
import { type OrderDetail, orderContent, REMARK_MAX } from "@canopy/contract/work-orders/orders";
import { type FormEvent, useState } from "react";
import { codeText } from "../platform/error-texts.ts";
import { useText } from "../platform/i18n.ts";
import { Checkbox } from "../ui/form/Checkbox.tsx";
import { Field } from "../ui/form/Field.tsx";
import { FormDialog } from "../ui/form/FormDialog.tsx";
import { TextArea } from "../ui/form/TextArea.tsx";
import { useContractForm } from "../ui/form/use-contract-form.ts";
import { OrderFields } from "./OrderFields.tsx";
import { PictureField } from "./PictureField.tsx";
import { useMove } from "./use-order-changes.ts";

interface MoveDialogProps {
  order: OrderDetail;
  move: MoveName;
  onClose(): void;
}

/** WO-02: a move with its reason or solution, pictures, and the alarm that ends with it. */
export function MoveDialog({ order, move, onClose }: MoveDialogProps) {
  const t = useText();
  const [remark, setRemark] = useState("");
  const [pictures, setPictures] = useState<string[]>([]);
  const [closesEvent, setClosesEvent] = useState(order.event?.is_open === true);
  const [tried, setTried] = useState(false);
  const changing = useMove(order, onClose);
  const { needsRemark } = MOVES[move];
  const isMissing = needsRemark && remark.trim() === "";
  const endsEvent = (move === "agree" || move === "withdraw") && order.event?.is_open === true;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isMissing || changing.isBusy) return;
    changing.move({ move, remark, picture_ids: pictures, close_event: endsEvent && closesEvent });
  };
  return (
    <FormDialog
      title={t(`work-orders.ask.${move}`)}
      action={t(`work-orders.ask.${move}`)}
      danger={move === "withdraw" || move === "refuse" || move === "reject"}
      busy={changing.isBusy}
      error={changing.problem}
      onSubmit={submit}
      onClose={onClose}
    >
      {(move === "withdraw" || move === "agree") && <p>{t(`work-orders.ask.${move}Note`)}</p>}
      {endsEvent && (
        <Checkbox checked={closesEvent} onChange={setClosesEvent}>
          {t("work-orders.ask.closeEvent", { rule: order.event?.rule_name ?? "" })}
        </Checkbox>
      )}
      <PictureField ids={pictures} onChange={setPictures}>
        <Field
          label={t(whyOf(move))}
          error={tried && isMissing ? codeText(orderErrors.reasonMissing.code) : undefined}
          required={needsRemark}
        >
          {(control) => (
            <TextArea {...control} name="remark" rows={4} maxLength={REMARK_MAX} value={remark} onChange={setRemark} />
          )}
        </Field>
      </PictureField>
    </FormDialog>
  );
}

function whyOf(move: MoveName) {
  return move === "refuse" || move === "solve" || move === "reject"
    ? (`work-orders.ask.whyOf.${move}` as const)
    : "work-orders.ask.why";
}

/** WO-02: a refused order, changed and sent again; once. */
export function ResubmitDialog({ order, onClose }: Omit<MoveDialogProps, "move">) {
  const t = useText();
  const { name, type, function: of, phone, description } = order;
  const [pictures, setPictures] = useState<string[]>([]);
  const changing = useMove(order, onClose);
  const form = useContractForm(orderContent, {
    initial: { name, type, function: of, phone, description },
    submit: (content) => changing.move({ move: "resubmit", content, picture_ids: pictures }),
  });
  return (
    <FormDialog
      title={t("work-orders.ask.resubmit")}
      action={t("work-orders.ask.resubmit")}
      width={640}
      busy={changing.isBusy}
      error={changing.problem ?? form.formError}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <PictureField ids={pictures} onChange={setPictures}>
        <OrderFields form={form} />
      </PictureField>
    </FormDialog>
  );
}
