import type { listOutbox } from "@canopy/contract/messages/outbox";
import type { Reply } from "@canopy/contract/platform/endpoint";
import { formatNumber } from "../platform/formats.ts";
import { useText } from "../platform/i18n.ts";
import type { Column } from "../ui/list/columns.ts";
import { Chip } from "../ui/marks/Chip.tsx";
import { TimeText } from "../ui/time/TimeText.tsx";
import { OutgoingContent } from "./OutgoingContent.tsx";

type Sent = Reply<typeof listOutbox>["list"][number];

const TONE = { waiting: "tip", sending: "tip", sent: "green", failed: "urgent", unconfigured: "ordinary" } as const;

export function useOutboxColumns(): Column<Sent>[] {
  const t = useText();
  return [
    {
      key: "created",
      title: t("messages.outbox.created"),
      card: "aside",
      cell: ({ created_time }) => <TimeText at={created_time} />,
    },
    {
      key: "channel",
      title: t("messages.outbox.channel"),
      cell: ({ channel }) => t(`messages.outbox.channel.${channel}`),
    },
    {
      key: "destination",
      title: t("messages.outbox.destination"),
      always: true,
      card: "title",
      cell: ({ destination }) => <span className="mono">{destination}</span>,
    },
    {
      key: "content",
      title: t("messages.outbox.content"),
      always: true,
      cell: (message) => <OutgoingContent message={message} />,
    },
    {
      key: "state",
      title: t("messages.outbox.state"),
      cell: ({ state, problem, next_time, delivery, delivery_problem }) => (
        <>
          {state === "sent" && delivery ? (
            <Chip tone={delivery === "undelivered" ? "urgent" : "green"}>{t(`messages.outbox.${delivery}`)}</Chip>
          ) : (
            <Chip tone={TONE[state]}>{t(`messages.outbox.state.${state}`)}</Chip>
          )}{" "}
          {state === "sent" ? delivery_problem : problem}
          {next_time !== null && (
            <>
              {" · "}
              {t("messages.outbox.next")} <TimeText at={next_time} />
            </>
          )}
        </>
      ),
    },
    {
      key: "provider",
      title: t("messages.outbox.providerId"),
      extra: true,
      cell: ({ provider_id }) => <span className="mono">{provider_id ?? "–"}</span>,
    },
    {
      key: "attempts",
      title: t("messages.outbox.attempts"),
      align: "end",
      extra: true,
      cell: ({ attempts }) => formatNumber(attempts),
    },
    {
      key: "sent",
      title: t("messages.outbox.sent"),
      extra: true,
      cell: ({ sent_time }) => <TimeText at={sent_time} />,
    },
  ];
}
