import "../texts.ts";
import {
  type AccessToken,
  createAccessToken,
  deleteAccessToken,
  listAccessTokens,
} from "@canopy/contract/accounts/access-tokens";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Confirm } from "../../ui/form/Confirm.tsx";
import { ListFrame } from "../../ui/list/ListFrame.tsx";
import { withSort } from "../../ui/list/list-address.ts";
import { type ListProps, pageOfRows, pagingOf } from "../../ui/list/list-parts.ts";
import { rowsOfQuery } from "../../ui/list/list-rows.ts";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { callDenied } from "../permissions.ts";
import { NewTokenDialog } from "./NewTokenDialog.tsx";
import { ShownOnceDialog } from "./ShownOnceDialog.tsx";
import { tokenSortValue, useTokenColumns } from "./token-columns.tsx";

const KEY = ["accounts", "accessTokens"];

/** USR-09: named, scoped, with an expiry; shown once, revoked at any time, last use shown. */
export function OwnTokens(props: ListProps) {
  const t = useText();
  const client = useQueryClient();
  const [isCreating, setIsCreating] = useState(false);
  const [created, setCreated] = useState<string>();
  const [revoking, setRevoking] = useState<AccessToken>();
  const query = useQuery({ queryKey: KEY, queryFn: ({ signal }) => api(listAccessTokens, {}, { signal }) });
  const renew = () => client.invalidateQueries({ queryKey: KEY });
  const revoke = useMutation({
    mutationFn: ({ id }: AccessToken) => api(deleteAccessToken, { params: { token_id: id } }),
    onSuccess: async (_, { name }) => {
      setRevoking(undefined);
      addNote({ tone: "done", text: t("accounts.tokens.revoked", { name }) });
      await renew();
    },
  });
  const create = (
    <Button kind="main" icon={Plus} denied={callDenied(createAccessToken)} onClick={() => setIsCreating(true)}>
      {t("accounts.tokens.create")}
    </Button>
  );

  return (
    <>
      <ListFrame
        list="accounts.tokens"
        label={t("accounts.tokens.token")}
        columns={useTokenColumns()}
        rows={rowsOfQuery(query, ({ list }) => pageOfRows(list, props.state, tokenSortValue))}
        rowKey={(token) => token.id}
        paging={pagingOf(props, query.data?.list.length ?? 0)}
        sort={props.state.sort}
        onSort={(sort) => props.onState(withSort(props.state, sort))}
        note={t("accounts.tokens.note")}
        actions={create}
        empty={<EmptyState icon={KeyRound} title={t("accounts.tokens.empty")} text={t("accounts.tokens.emptyNote")} />}
        rowActions={(token) => (
          <Button
            kind="link"
            aria-label={t("accounts.tokens.revokeLabel", { name: token.name })}
            onClick={() => setRevoking(token)}
          >
            {t("accounts.tokens.revoke")}
          </Button>
        )}
      />
      {isCreating && (
        <NewTokenDialog
          onClose={() => setIsCreating(false)}
          onCreated={(token) => {
            setIsCreating(false);
            setCreated(token);
            void renew();
          }}
        />
      )}
      <ShownOnceDialog
        secret={created}
        title={t("accounts.tokens.shownOnce")}
        note={t("accounts.tokens.shownOnceNote")}
        label={t("accounts.tokens.token")}
        onClose={() => setCreated(undefined)}
      />
      <Confirm
        open={revoking !== undefined}
        title={t("accounts.tokens.revokeTitle")}
        action={t("accounts.tokens.revoke")}
        busy={revoke.isPending}
        error={revoke.error ? troubleOf(revoke.error).text : undefined}
        onConfirm={() => revoking && revoke.mutate(revoking)}
        onClose={() => setRevoking(undefined)}
      >
        {revoking && t("accounts.tokens.revokeNote", { name: revoking.name })}
      </Confirm>
    </>
  );
}
