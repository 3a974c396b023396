import type { OrderDetail } from "@canopy/contract/work-orders/orders";
import { BellRing, ChartSpline, List, Printer } from "lucide-react";
import type { ReactNode } from "react";
import { useText } from "../platform/i18n.ts";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { Chip } from "../ui/marks/Chip.tsx";
import { IconButton } from "../ui/marks/IconButton.tsx";
import { LevelMark } from "../ui/marks/LevelMark.tsx";
import { TimeText } from "../ui/time/TimeText.tsx";
import { type OrderWays, spanOf } from "./order-ways.ts";
import styles from "./orders.module.css";
import { PictureStrip } from "./PictureStrip.tsx";

/** WO-01: what the order says, and what it is about. */
export function OrderFacts({ order, ways }: { order: OrderDetail; ways: OrderWays }) {
  const t = useText();
  return (
    <Card
      title={t("work-orders.page.problem")}
      aside={
        <span className={styles.buttons}>
          <IconButton icon={Printer} label={t("work-orders.page.print")} onClick={() => window.print()} />
        </span>
      }
    >
      <div className={styles.column}>
        <dl className={styles.facts}>
          <Fact name={t("work-orders.field.type")}>{t(`work-orders.type.${order.type}`)}</Fact>
          <Fact name={t("work-orders.field.function")}>{t(`work-orders.function.${order.function}`)}</Fact>
          <Fact name={t("work-orders.field.initiator")}>
            <bdi>{order.initiator}</bdi>
            {order.may_handle && ` · ${order.tenant_name}`}
          </Fact>
          {order.phone && (
            <Fact name={t("work-orders.field.phone")}>
              <a href={`tel:${order.phone}`}>{order.phone}</a>
            </Fact>
          )}
          <Fact name={t("work-orders.field.created")}>
            <TimeText at={order.created_time} of={null} />
          </Fact>
          <Fact name={t("work-orders.field.handler")}>
            <bdi>{order.handler ?? t("work-orders.field.nobody")}</bdi>
          </Fact>
        </dl>
        <p className={styles.description}>{order.description}</p>
        <PictureStrip ids={order.picture_ids} />
        <Linked order={order} ways={ways} />
      </div>
    </Card>
  );
}

/** Device, alarm and window; their data opens for people of the tenant alone. */
function Linked({ order, ways }: { order: OrderDetail; ways: OrderWays }) {
  const t = useText();
  const { device_name, things_id, event, from_time, to_time } = order;
  if (device_name === null && event === null && from_time === null) return null;
  return (
    <>
      <dl className={styles.facts}>
        {device_name !== null && (
          <Fact name={t("work-orders.field.device")}>
            <DeviceName order={order} onDevice={ways.onDevice} />
          </Fact>
        )}
        {order.firmware_version && <Fact name={t("work-orders.field.firmware")}>{order.firmware_version}</Fact>}
        {event && (
          <Fact name={t("work-orders.field.alarm")}>
            <LevelMark level={event.level} compact /> <bdi>{event.rule_name}</bdi> ·{" "}
            <TimeText at={event.start_time} of={things_id} />{" "}
            {event.is_open === false && <Chip>{t("work-orders.page.eventClosed")}</Chip>}
          </Fact>
        )}
        {from_time !== null && (
          <Fact name={t("work-orders.field.window")}>
            <TimeText at={from_time} of={things_id} /> – <TimeText at={to_time} of={things_id} />
          </Fact>
        )}
      </dl>
      <LinkButtons order={order} ways={ways} />
    </>
  );
}

function DeviceName({ order, onDevice }: { order: OrderDetail; onDevice(thingsId: string): void }) {
  const { device_name, things_id, third_things_id } = order;
  if (things_id === null)
    return (
      <>
        <bdi>{device_name}</bdi> {third_things_id && <span className="mono">{third_things_id}</span>}
      </>
    );
  return (
    <Button kind="link" onClick={() => onDevice(things_id)}>
      <bdi>{device_name}</bdi>
    </Button>
  );
}

function LinkButtons({ order, ways }: { order: OrderDetail; ways: OrderWays }) {
  const t = useText();
  const span = spanOf(order);
  const { things_id, event } = order;
  const eventId = event?.event_id ?? "";
  if (things_id === null && eventId === "") return null;
  return (
    <div className={styles.buttons}>
      {eventId !== "" && (
        <Button icon={BellRing} onClick={() => ways.onEvent(eventId)}>
          {t("work-orders.page.event")}
        </Button>
      )}
      {things_id !== null && span && (
        <>
          <Button icon={ChartSpline} onClick={() => ways.onCurve(things_id, span)}>
            {t("work-orders.page.curve")}
          </Button>
          <Button icon={List} onClick={() => ways.onFrames(things_id, span)}>
            {t("work-orders.page.frames")}
          </Button>
        </>
      )}
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
