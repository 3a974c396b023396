import type { PushDelivery } from "@canopy/contract/push/deliveries";
import { useQuery } from "@tanstack/react-query";
import { troubleOf } from "../platform/error-texts.ts";
import { useText } from "../platform/i18n.ts";
import { CopyText } from "../ui/CopyButton.tsx";
import { Drawer } from "../ui/float/Drawer.tsx";
import layout from "../ui/layout.module.css";
import { FailedState } from "../ui/marks/FailedState.tsx";
import { Skeleton } from "../ui/marks/Skeleton.tsx";
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
  const at = rows.findIndex(({ delivery_id }) => delivery_id === id);
  const step = (to: PushDelivery | undefined) => to && (() => onShow(to.delivery_id));
  return (
    <Drawer
      title={query.data?.rule_name ?? t("push.deliveries.title")}
      row={id}
      onPrevious={step(at > 0 ? rows[at - 1] : undefined)}
      onNext={step(at < 0 ? undefined : rows[at + 1])}
      onClose={onClose}
    >
      {query.isPending && <Skeleton rows={6} columns={2} />}
      {query.error && (
        <FailedState
          title={t("push.deliveries.title")}
          trouble={troubleOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data && (
        <div className={layout.stack}>
          <dl className={styles.facts}>
            <dt>{t("push.deliveries.id")}</dt>
            <dd>
              <CopyText text={query.data.message_id} />
            </dd>
            <dt>{t("push.deliveries.data")}</dt>
            <dd>
              <TimeText at={query.data.data_time} of={query.data.things_id} />
            </dd>
            <dt>{t("push.deliveries.cause")}</dt>
            <dd>{t(`push.cause.${query.data.cause}`)}</dd>
            <dt>{t("push.deliveries.answer")}</dt>
            <dd>
              <Answer delivery={query.data} />
            </dd>
          </dl>
          <section aria-label={t("push.deliveries.body")}>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
            <pre className={styles.body} tabIndex={0}>
              {JSON.stringify(JSON.parse(query.data.body), null, 2)}
            </pre>
          </section>
        </div>
      )}
    </Drawer>
  );
}
