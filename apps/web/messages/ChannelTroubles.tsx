import { useQuery } from "@tanstack/react-query";
import { formatNumber } from "../platform/formats.ts";
import { useText } from "../platform/i18n.ts";
import { Banner } from "../ui/marks/Banner.tsx";
import { TimeText } from "../ui/time/TimeText.tsx";
import { providersQuery } from "./provider-queries.ts";

/** TRG-06: a provider that is down is one line, however many messages wait for it. */
export function ChannelTroubles() {
  const t = useText();
  const { data } = useQuery(providersQuery);
  const held = data?.list.filter(({ waiting, problem }) => waiting > 0 && problem !== null) ?? [];
  return held.map(({ channel, waiting, problem, next_time }) => (
    <Banner
      key={channel}
      level="ordinary"
      title={t("messages.outbox.held", {
        channel: t(`messages.outbox.channel.${channel}`),
        count: formatNumber(waiting),
      })}
    >
      {problem}
      {next_time !== null && (
        <>
          {" · "}
          {t("messages.outbox.next")} <TimeText at={next_time} />
        </>
      )}
    </Banner>
  ));
}
