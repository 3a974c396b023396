import { createOrder, newOrder } from "@canopy/contract/work-orders/orders";
import { useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import type { z } from "zod";
import { api } from "../platform/api.ts";
import { useText } from "../platform/i18n.ts";
import { addNote } from "../ui/float/notes.ts";
import { Field } from "../ui/form/Field.tsx";
import { FormDialog } from "../ui/form/FormDialog.tsx";
import { useContractForm } from "../ui/form/use-contract-form.ts";
import { Chip } from "../ui/marks/Chip.tsx";
import { IconButton } from "../ui/marks/IconButton.tsx";
import { OrderFields } from "./OrderFields.tsx";
import { ORDERS_KEY } from "./order-queries.ts";
import styles from "./orders.module.css";
import { PictureField } from "./PictureField.tsx";
import "./texts.ts";

type NewOrder = z.input<typeof newOrder>;
type LinkField = "things_id" | "event_id" | "from_time";

export interface OrderLink {
  readonly field: LinkField;
  readonly label: string;
}

interface NewOrderDialogProps {
  initial: NewOrder;
  links: readonly OrderLink[];
  onMade(orderId: string): void;
  onClose(): void;
}

/** WO-01: what it is about may be filled in already, as by the button of an alarm. */
export function NewOrderDialog({ initial, links, onMade, onClose }: NewOrderDialogProps) {
  const t = useText();
  const client = useQueryClient();
  const form = useContractForm(newOrder, {
    initial,
    submit: async (body) => {
      const { order_id, identifier } = await api(createOrder, { body });
      addNote({ tone: "done", text: t("work-orders.new.sent", { identifier }) });
      await client.invalidateQueries({ queryKey: ORDERS_KEY });
      onMade(order_id);
    },
  });
  const linked = links.filter(({ field }) => form.values[field] !== undefined);
  const unlink = (field: LinkField) => {
    form.set(field, undefined);
    if (field === "from_time") form.set("to_time", undefined);
  };
  return (
    <FormDialog
      title={t("work-orders.new.title")}
      action={t("work-orders.new.send")}
      width={640}
      busy={form.busy}
      error={form.formError}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <PictureField ids={form.values.picture_ids ?? []} onChange={(ids) => form.set("picture_ids", ids)}>
        <OrderFields form={form} />
        {linked.length > 0 && (
          <Field label={t("work-orders.new.links")} error={form.errorOf("from_time")}>
            {() => (
              <div className={styles.links}>
                {linked.map(({ field, label }) => (
                  <Chip key={field}>
                    <bdi>{label}</bdi>
                    <IconButton
                      icon={X}
                      label={t("work-orders.new.unlink", { name: label })}
                      onClick={() => unlink(field)}
                    />
                  </Chip>
                ))}
              </div>
            )}
          </Field>
        )}
        <p className={styles.label}>{t("work-orders.field.pictures")}</p>
      </PictureField>
    </FormDialog>
  );
}
