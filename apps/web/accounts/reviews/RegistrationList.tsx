import "../texts.ts";
import "./texts.ts";
import {
  decideRegistration,
  listRegistrations,
  REVIEW_STATES,
  type RegistrationRow,
} from "@canopy/contract/accounts/reviews";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { UserCheck } from "lucide-react";
import { useState } from "react";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Select } from "../../ui/form/Select.tsx";
import { ListFrame } from "../../ui/list/ListFrame.tsx";
import { withFilter } from "../../ui/list/list-address.ts";
import { type ListProps, pagingOf } from "../../ui/list/list-parts.ts";
import { rowsOfQuery } from "../../ui/list/list-rows.ts";
import { SearchInput } from "../../ui/list/SearchInput.tsx";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { pageQueryOf } from "../tenants/OperatingFrame.tsx";
import { RefuseDialog } from "./RefuseDialog.tsx";
import { useReviewColumns } from "./review-columns.tsx";

export const REVIEW_FILTERS = ["keyword", "state"] as const;

/** ACC-17, USR-08: who applied; those who wait longest first. */
export function RegistrationList({ state, onState }: ListProps) {
  const t = useText();
  const client = useQueryClient();
  const [refusing, setRefusing] = useState<RegistrationRow>();
  const chosen: (typeof REVIEW_STATES)[number] | "" = REVIEW_STATES.find((each) => each === state.filters.state) ?? "";
  const asked = { ...pageQueryOf({ state }), state: chosen };
  const query = useQuery({
    queryKey: [listRegistrations.name, asked],
    queryFn: ({ signal }) => api(listRegistrations, { query: asked }, { signal }),
    placeholderData: keepPreviousData,
  });
  const renew = () => client.invalidateQueries({ queryKey: [listRegistrations.name] });
  const approve = useMutation({
    mutationFn: (row: RegistrationRow) =>
      api(decideRegistration, { params: { tenant_id: row.id }, body: { decision: "approve" } }),
    onSuccess: async (_, { user_name: name }) => {
      addNote({ tone: "done", text: t("accounts.reviews.approved", { name }) });
      await renew();
    },
    onError: async (thrown) => {
      addNote({ tone: "urgent", text: troubleOf(thrown).text });
      await renew();
    },
  });
  const keyword = state.filters.keyword ?? "";
  const states = [
    { value: "", label: t("accounts.reviews.anyState") },
    ...REVIEW_STATES.map((each) => ({ value: each, label: t(`accounts.reviews.state.${each}`) })),
  ] as const;
  return (
    <>
      <ListFrame
        list="accounts.registrations"
        label={t("accounts.reviews.label")}
        columns={useReviewColumns()}
        rows={rowsOfQuery(query, ({ list }) => list)}
        rowKey={({ id }) => id}
        paging={pagingOf({ state, onState }, query.data?.pagination.total_size ?? 0)}
        filtered={keyword !== "" || chosen !== ""}
        onResetFilters={() => onState(withFilter(withFilter(state, "keyword", ""), "state", ""))}
        filters={
          <>
            <SearchInput
              label={t("accounts.operating.keyword")}
              value={keyword}
              onChange={(text) => onState(withFilter(state, "keyword", text))}
            />
            <Select
              aria-label={t("accounts.reviews.state")}
              options={states}
              value={chosen}
              onChange={(value) => onState(withFilter(state, "state", value))}
            />
          </>
        }
        empty={<EmptyState icon={UserCheck} title={t("accounts.reviews.empty")} />}
        rowActions={(row) =>
          row.state === "review" && (
            <>
              <Button
                kind="link"
                aria-label={t("accounts.reviews.refuseLabel", { name: row.user_name })}
                onClick={() => setRefusing(row)}
              >
                {t("accounts.reviews.refuse")}
              </Button>
              <Button
                kind="link"
                busy={approve.isPending && approve.variables.id === row.id}
                aria-label={t("accounts.reviews.approveLabel", { name: row.user_name })}
                onClick={() => approve.mutate(row)}
              >
                {t("accounts.reviews.approve")}
              </Button>
            </>
          )
        }
      />
      {refusing && (
        <RefuseDialog
          row={refusing}
          onClose={() => setRefusing(undefined)}
          onDone={() => {
            addNote({ tone: "done", text: t("accounts.reviews.refused", { name: refusing.user_name }) });
            setRefusing(undefined);
            void renew();
          }}
        />
      )}
    </>
  );
}
