import type { OrderDetail } from "@canopy/contract/work-orders/orders";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { isGone } from "../devices/device-query.ts";
import { troubleOf } from "../platform/error-texts.ts";
import { useText } from "../platform/i18n.ts";
import { useTimeFormats } from "../platform/use-formats.ts";
import { Button } from "../ui/Button.tsx";
import { usePageKeys } from "../ui/keys/page-keys.ts";
import { Banner } from "../ui/marks/Banner.tsx";
import { EmptyState } from "../ui/marks/EmptyState.tsx";
import { FailedState } from "../ui/marks/FailedState.tsx";
import { Skeleton } from "../ui/marks/Skeleton.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { MoveButtons } from "./MoveButtons.tsx";
import { OrderFacts } from "./OrderFacts.tsx";
import { OrderStory } from "./OrderStory.tsx";
import { orderQuery } from "./order-queries.ts";
import type { OrderWays } from "./order-ways.ts";
import styles from "./orders.module.css";
import { StageLine } from "./StageLine.tsx";
import { StatusChip } from "./StatusChip.tsx";
import { useOrderNews } from "./use-order-news.ts";
import "./texts.ts";

/** WO-01: one page for both sides; each sees the buttons that it has now. */
export function OrderView({ id, ways }: { id: string; ways: OrderWays }) {
  const t = useText();
  useOrderNews();
  const query = useQuery({ ...orderQuery(id), enabled: id !== "" });
  if (id === "" || isGone(query.error))
    return (
      <>
        <PageHeader title={t("work-orders.list.title")} onBack={ways.onBack} />
        <EmptyState
          title={t("work-orders.page.gone")}
          actions={<Button onClick={ways.onBack}>{t("work-orders.page.toList")}</Button>}
        />
      </>
    );
  if (query.error && !query.data)
    return (
      <>
        <PageHeader title={t("work-orders.list.title")} onBack={ways.onBack} />
        <FailedState
          title={t("work-orders.page.failed")}
          trouble={troubleOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      </>
    );
  if (!query.data) return <Skeleton rows={8} columns={2} />;
  return <Shown order={query.data} ways={ways} />;
}

function Shown({ order, ways }: { order: OrderDetail; ways: OrderWays }) {
  const t = useText();
  const remarkId = useId();
  usePageKeys(t("work-orders.list.title"), [
    {
      keys: [["R"]],
      text: t("work-orders.page.remark"),
      binding: "r",
      onPress: () => document.getElementById(remarkId)?.focus(),
    },
  ]);
  return (
    <>
      <PageHeader
        title={
          <>
            <span className="mono">{order.identifier}</span> <bdi>{order.name}</bdi>
          </>
        }
        onBack={ways.onBack}
        chips={order.is_withdrawn && <StatusChip order={order} />}
        facts={<StageLine status={order.status} />}
        actions={<MoveButtons order={order} />}
      />
      <div className={styles.view}>
        <Waiting order={order} />
        <OrderFacts order={order} ways={ways} />
        <OrderStory order={order} remarkId={remarkId} />
      </div>
    </>
  );
}

function Waiting({ order }: { order: OrderDetail }) {
  const t = useText();
  const { time } = useTimeFormats();
  const { ends_time, is_initiator, status, moves } = order;
  if (ends_time !== null)
    return (
      <div className={styles.banner}>
        <Banner level={is_initiator ? "ordinary" : "tip"}>
          {t(is_initiator ? "work-orders.page.endsYou" : "work-orders.page.ends", { time: time(ends_time, "minute") })}
        </Banner>
      </div>
    );
  if (status === "refuse" && is_initiator && !moves.includes("resubmit"))
    return (
      <div className={styles.banner}>
        <Banner level="tip">{t("work-orders.page.lastRefusal")}</Banner>
      </div>
    );
  return null;
}
