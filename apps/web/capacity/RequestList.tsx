import { LIMIT_TEXTS } from "@canopy/contract/capacity/limit-names";
import { listAllCapacityRequests } from "@canopy/contract/capacity/requests";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../platform/api.ts";
import { formatNumber } from "../platform/formats.ts";
import { useLanguage, useText } from "../platform/i18n.ts";
import { Button } from "../ui/Button.tsx";
import type { Column } from "../ui/list/columns.ts";
import { ListFrame } from "../ui/list/ListFrame.tsx";
import { withFilter } from "../ui/list/list-address.ts";
import { type ListProps, pagingOf } from "../ui/list/list-parts.ts";
import { rowsOfQuery } from "../ui/list/list-rows.ts";
import { SearchInput } from "../ui/list/SearchInput.tsx";
import { Chip } from "../ui/marks/Chip.tsx";
import { TimeText } from "../ui/time/TimeText.tsx";
import { AnswerRequest } from "./AnswerRequest.tsx";
import type { OperatedRequest } from "./operated-request.ts";
import "./texts.ts";

const TONE = { waiting: "ordinary", granted: "green", refused: "neutral" } as const;

/** CAP-01: what tenants ask for; those that wait stand first. */
export function RequestList(props: ListProps) {
  const { state, onState } = props;
  const t = useText();
  const client = useQueryClient();
  const [answering, setAnswering] = useState<OperatedRequest>();
  const keyword = state.filters.keyword ?? "";
  const asked = { current_page: state.page, page_size: state.size, keyword };
  const query = useQuery({
    queryKey: [listAllCapacityRequests.name, asked],
    queryFn: ({ signal }) => api(listAllCapacityRequests, { query: asked }, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <ListFrame
        list="capacity.requests"
        label={t("capacity.requests.note")}
        columns={useRequestColumns()}
        rows={rowsOfQuery(query, ({ list }) => list)}
        rowKey={({ id }) => id}
        paging={pagingOf(props, query.data?.pagination.total_size ?? 0)}
        filtered={keyword !== ""}
        onResetFilters={() => onState(withFilter(state, "keyword", ""))}
        filters={
          <SearchInput
            label={t("capacity.requests.keyword")}
            value={keyword}
            onChange={(text) => onState(withFilter(state, "keyword", text))}
          />
        }
        rowActions={(row) =>
          row.state === "waiting" && (
            <Button
              kind="link"
              aria-label={t("capacity.requests.answerLabel", { tenant: row.tenant_name })}
              onClick={() => setAnswering(row)}
            >
              {t("capacity.requests.answer")}
            </Button>
          )
        }
      />
      {answering && (
        <AnswerRequest
          request={answering}
          onClose={() => setAnswering(undefined)}
          onAnswered={() => void client.invalidateQueries({ queryKey: [listAllCapacityRequests.name] })}
        />
      )}
    </>
  );
}

function useRequestColumns(): Column<OperatedRequest>[] {
  const t = useText();
  const language = useLanguage();
  const limit = (value: number | null) => (value === null ? t("capacity.tile.unlimited") : formatNumber(value));
  return [
    {
      key: "tenant",
      title: t("capacity.requests.tenant"),
      always: true,
      card: "title",
      cell: (row) => row.tenant_name,
    },
    { key: "quota", title: t("capacity.requests.quota"), cell: ({ quota }) => LIMIT_TEXTS[quota][language] },
    {
      key: "amount",
      title: t("capacity.requests.amount"),
      cell: ({ current, amount }) => `${limit(current)} → ${limit(amount)}`,
    },
    { key: "reason", title: t("capacity.requests.reason"), cell: ({ reason }) => reason },
    { key: "contact", title: t("capacity.requests.contact"), cell: ({ contact }) => contact },
    {
      key: "created",
      title: t("capacity.requests.created"),
      cell: ({ created_time }) => <TimeText at={created_time} />,
    },
    {
      key: "state",
      title: t("capacity.requests.state"),
      card: "aside",
      cell: ({ state }) => <Chip tone={TONE[state]}>{t(`capacity.requests.state.${state}`)}</Chip>,
    },
  ];
}
