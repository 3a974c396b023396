import "./texts.ts";
import { CHANNELS, listOutbox, OUTBOX_STATES } from "@canopy/contract/messages/outbox";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "../platform/api.ts";
import { useText } from "../platform/i18n.ts";
import { Select } from "../ui/form/Select.tsx";
import { ListFrame } from "../ui/list/ListFrame.tsx";
import { withFilter } from "../ui/list/list-address.ts";
import { type ListProps, pagingOf } from "../ui/list/list-parts.ts";
import { rowsOfQuery } from "../ui/list/list-rows.ts";
import { SearchInput } from "../ui/list/SearchInput.tsx";
import { EmptyState } from "../ui/marks/EmptyState.tsx";
import { ChannelTroubles } from "./ChannelTroubles.tsx";
import { useOutboxColumns } from "./outbox-columns.tsx";
import { ResendButton } from "./ResendButton.tsx";

export const OUTBOX_FILTERS = ["keyword", "channel", "state"] as const;

const LOOK_AGAIN_MS = 15_000;

/** ACC-07: sent messages, and messages that wait for a provider and so for the operator. */
export function Outbox({ state, onState }: ListProps) {
  const t = useText();
  const { keyword = "", channel: asked, state: askedState } = state.filters;
  const channel = CHANNELS.find((known) => known === asked);
  const delivery = OUTBOX_STATES.find((known) => known === askedState);
  const sent = {
    current_page: state.page,
    page_size: state.size,
    keyword,
    ...(channel && { channel }),
    ...(delivery && { state: delivery }),
  };
  const query = useQuery({
    queryKey: [listOutbox.name, sent],
    queryFn: ({ signal }) => api(listOutbox, { query: sent }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
  });
  const channels = CHANNELS.map((value) => ({ value, label: t(`messages.outbox.channel.${value}`) }));

  return (
    <>
      <ChannelTroubles />
      <ListFrame
        list="messages.outbox"
        live
        label={t("messages.outbox.label")}
        columns={useOutboxColumns()}
        rows={rowsOfQuery(query, ({ list }) => list)}
        rowKey={({ id }) => id}
        paging={pagingOf({ state, onState }, query.data?.pagination.total_size ?? 0)}
        filtered={keyword !== "" || channel !== undefined || delivery !== undefined}
        onResetFilters={() => onState({ ...state, page: 1, filters: {} })}
        filters={
          <>
            <SearchInput
              label={t("messages.outbox.keyword")}
              value={keyword}
              onChange={(text) => onState(withFilter(state, "keyword", text))}
            />
            <Select<string>
              aria-label={t("messages.outbox.channel")}
              options={[{ value: "", label: t("messages.outbox.channelAll") }, ...channels]}
              value={channel ?? ""}
              onChange={(value) => onState(withFilter(state, "channel", value))}
            />
            <Select<string>
              aria-label={t("messages.outbox.state")}
              options={[
                { value: "", label: t("messages.outbox.stateAll") },
                ...OUTBOX_STATES.map((value) => ({ value, label: t(`messages.outbox.state.${value}`) })),
              ]}
              value={delivery ?? ""}
              onChange={(value) => onState(withFilter(state, "state", value))}
            />
          </>
        }
        rowActions={(row) => row.state === "failed" && <ResendButton message={row} />}
        empty={<EmptyState title={t("messages.outbox.empty")} text={t("messages.outbox.emptyNote")} />}
      />
    </>
  );
}
