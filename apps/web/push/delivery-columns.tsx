import type { PushDelivery } from "@canopy/contract/push/deliveries";
import { formatNumber } from "../platform/formats.ts";
import { useText } from "../platform/i18n.ts";
import { Button } from "../ui/Button.tsx";
import type { Column } from "../ui/list/columns.ts";
import { Chip } from "../ui/marks/Chip.tsx";
import { TimeText } from "../ui/time/TimeText.tsx";
import styles from "./push.module.css";
import { typeText } from "./push-words.ts";

const TONE = { waiting: "tip", sending: "tip", sent: "green", failed: "urgent" } as const;

export function useDeliveryColumns(onOpen: (row: PushDelivery) => void): readonly Column<PushDelivery>[] {
  const t = useText();
  return [
    {
      key: "created",
      title: t("push.deliveries.created"),
      always: true,
      card: "title",
      cell: (row) => (
        <Button kind="link" title={t("push.deliveries.open")} onClick={() => onOpen(row)}>
          <TimeText at={row.created_time} of={null} />
        </Button>
      ),
    },
    { key: "rule", title: t("push.deliveries.rule"), cell: ({ rule_name }) => <bdi>{rule_name}</bdi> },
    { key: "device", title: t("push.deliveries.device"), cell: ({ device_name }) => <bdi>{device_name ?? "–"}</bdi> },
    { key: "type", title: t("push.deliveries.type"), cell: ({ type }) => typeText(t, type) },
    {
      key: "state",
      title: t("push.deliveries.state"),
      always: true,
      card: "aside",
      cell: ({ state }) => <Chip tone={TONE[state]}>{t(`push.state.${state}`)}</Chip>,
    },
    { key: "answer", title: t("push.deliveries.answer"), cell: (row) => <Answer delivery={row} /> },
    {
      key: "attempts",
      title: t("push.deliveries.attempts"),
      align: "end",
      cell: ({ attempts }) => formatNumber(attempts),
    },
    { key: "cause", title: t("push.deliveries.cause"), extra: true, cell: ({ cause }) => t(`push.cause.${cause}`) },
    {
      key: "data",
      title: t("push.deliveries.data"),
      extra: true,
      cell: ({ data_time, things_id }) => <TimeText at={data_time} of={things_id} />,
    },
  ];
}

/** What the receiver said, and when it is tried again. */
export function Answer({ delivery: { state, status, problem, next_time } }: { delivery: PushDelivery }) {
  const t = useText();
  return (
    <span className={state === "failed" ? styles.problem : undefined}>
      {problem ?? (status === null ? "–" : `HTTP ${status}`)}
      {state === "waiting" && problem !== null && next_time !== null && (
        <>
          {" · "}
          {t("push.deliveries.next")} <TimeText at={next_time} />
        </>
      )}
    </span>
  );
}
