import { STATUS_TEXTS } from "@canopy/contract/work-orders/notices";
import type { OrderStatus } from "@canopy/contract/work-orders/order-moves";
import { Check, Circle, CircleDot, CircleX } from "lucide-react";
import { useLanguage, useText } from "../platform/i18n.ts";
import { Icon } from "../ui/marks/Icon.tsx";
import styles from "./orders.module.css";

const WAY: readonly OrderStatus[] = ["pending", "process", "wait", "done"];

/** The way of an order; a refusal, or a solution that did not pass, stands in the place of what was not reached. */
function stagesOf(status: OrderStatus): readonly OrderStatus[] {
  if (status === "refuse") return ["pending", "refuse"];
  if (status === "abandon") return ["pending", "process", "wait", "abandon"];
  return WAY;
}

export function StageLine({ status }: { status: OrderStatus }) {
  const t = useText();
  const language = useLanguage();
  const stages = stagesOf(status);
  const at = stages.indexOf(status);
  return (
    <ol className={styles.stages} aria-label={t("work-orders.page.stages")}>
      {stages.map((stage, i) => (
        <li key={stage} data-past={i < at || undefined} aria-current={i === at ? "step" : undefined}>
          <Icon of={iconOf(stage, i - at)} size={14} />
          {STATUS_TEXTS[stage][language]}
        </li>
      ))}
    </ol>
  );
}

function iconOf(stage: OrderStatus, place: number) {
  if (place < 0 || stage === "done") return place <= 0 ? Check : Circle;
  if (stage === "refuse" || stage === "abandon") return CircleX;
  return place === 0 ? CircleDot : Circle;
}
