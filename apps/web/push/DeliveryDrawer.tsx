import type { PushDelivery } from "@canopy/contract/push/deliveries";
import { useQuery } from "@tanstack/react-query";
import { useText } from "../platform/i18n.ts";
import { CopyText } from "../ui/CopyButton.tsx";
import { ReadDrawer } from "../ui/float/ReadDrawer.tsx";
import layout from "../ui/layout.module.css";
import { TimeText } from "../ui/time/TimeText.tsx";
import { Answer } from "./delivery-columns.tsx";
import styles from "./push.module.css";
import { deliveryQuery } from "./push-queries.ts";

interface DeliveryDrawerProps {
  id: string;
  /** Those of the list, to step through. */
  rows: readonly PushDelivery[];
  onShow(id: string): void;
  onClose(): void;
}

/** A delivery with its body, as it was or will be sent. */
export function DeliveryDrawer({ id, rows, onShow, onClose }: DeliveryDrawerProps) {
  const t = useText();
  const query = useQuery(deliveryQuery(id));
  return (
    <ReadDrawer
      name={t("push.deliveries.title")}
      title={({ rule_name }) => rule_name}
      id={id}
      ids={rows.map(({ delivery_id }) => delivery_id)}
      query={query}
      onShow={onShow}
      onClose={onClose}
    >
      {(delivery) => (
        <>
          <dl className={layout.facts}>
            <dt>{t("push.deliveries.id")}</dt>
            <dd>
              <CopyText text={delivery.message_id} />
            </dd>
            <dt>{t("push.deliveries.data")}</dt>
            <dd>
              <TimeText at={delivery.data_time} of={delivery.things_id} />
            </dd>
            <dt>{t("push.deliveries.cause")}</dt>
            <dd>{t(`push.cause.${delivery.cause}`)}</dd>
            <dt>{t("push.deliveries.answer")}</dt>
            <dd>
              <Answer delivery={delivery} />
            </dd>
          </dl>
          <section aria-label={t("push.deliveries.body")}>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
            <pre className={styles.body} tabIndex={0}>
              {JSON.stringify(JSON.parse(delivery.body), null, 2)}
            </pre>
          </section>
        </>
      )}
    </ReadDrawer>
  );
}
