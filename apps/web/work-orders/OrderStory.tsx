import { isFiling, type OrderDetail, REMARK_MAX, remarkOrder } from "@canopy/contract/work-orders/orders";
import { Send } from "lucide-react";
import { type FormEvent, useState } from "react";
import { callDenied } from "../accounts/permissions.ts";
import { useText } from "../platform/i18n.ts";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { FormAlert } from "../ui/form/FormAlert.tsx";
import { TextArea } from "../ui/form/TextArea.tsx";
import { TimeText } from "../ui/time/TimeText.tsx";
import styles from "./orders.module.css";
import { PictureField } from "./PictureField.tsx";
import { PictureStrip } from "./PictureStrip.tsx";
import { useRemark } from "./use-order-changes.ts";

/** WO-02: who did what, when; below it a remark of one's own. */
export function OrderStory({ order, remarkId }: { order: OrderDetail; remarkId: string }) {
  const t = useText();
  return (
    <Card title={t("work-orders.page.story")}>
      <ol className={styles.story}>
        {order.entries.map(({ kind, user_name, remark, picture_ids, time }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are only ever added at the end
          <li key={i} data-kind={kind}>
            <span>
              <TimeText at={time} of={null} /> {t(`work-orders.did.${kind}`, { who: user_name ?? "" })}
            </span>
            {remark && <p className={styles.said}>{remark}</p>}
            {!isFiling(kind) && <PictureStrip ids={picture_ids} />}
          </li>
        ))}
      </ol>
      {!order.is_withdrawn && <RemarkForm orderId={order.order_id} remarkId={remarkId} />}
    </Card>
  );
}

function RemarkForm({ orderId, remarkId }: { orderId: string; remarkId: string }) {
  const t = useText();
  const [remark, setRemark] = useState("");
  const [pictures, setPictures] = useState<string[]>([]);
  const { send, isBusy, problem } = useRemark(orderId, () => {
    setRemark("");
    setPictures([]);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (remark.trim() !== "" && !isBusy) send({ remark, picture_ids: pictures });
  };
  return (
    <form className={styles.remark} onSubmit={submit} noValidate>
      <FormAlert text={problem} />
      <PictureField ids={pictures} onChange={setPictures}>
        <TextArea
          id={remarkId}
          aria-label={t("work-orders.page.remark")}
          placeholder={t("work-orders.page.remark")}
          rows={3}
          maxLength={REMARK_MAX}
          value={remark}
          onChange={setRemark}
        />
      </PictureField>
      <div>
        <Button type="submit" icon={Send} busy={isBusy} denied={callDenied(remarkOrder)}>
          {t("work-orders.page.send")}
        </Button>
      </div>
    </form>
  );
}
