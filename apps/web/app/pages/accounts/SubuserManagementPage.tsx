import { getSubUser, listSubUsers, SUB_USER_ORDERS } from "@canopy/contract/accounts/sub-users";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ShieldX } from "lucide-react";
import { meQuery } from "../../../accounts/me.ts";
import { SubUserList } from "../../../accounts/people/SubUserList.tsx";
import { RightsDrawer } from "../../../devices/rights/RightsDrawer.tsx";
import { api } from "../../../platform/api.ts";
import { useText } from "../../../platform/i18n.ts";
import { withFilter } from "../../../ui/list/list-address.ts";
import { EmptyState } from "../../../ui/marks/EmptyState.tsx";
import { useListState } from "../../use-list-state.ts";
import { TitledPage } from "../TitledPage.tsx";

const LIST = "accounts.subUsers";
/** Whose rights can be copied: the newest. */
const OFFERED = 100;

/** USR-02, USR-03: the sub-users, and whose rights are open in the address. */
export function SubuserManagementPage() {
  const t = useText();
  const client = useQueryClient();
  const { data: me } = useQuery(meQuery);
  const { state, onState } = useListState(LIST, { filterKeys: ["keyword", "id"], sortKeys: SUB_USER_ORDERS });
  const id = state.filters.id ?? "";
  const isManager = me?.user.isManager === true;
  const others = useQuery({
    queryKey: [listSubUsers.name, "choices"],
    queryFn: async ({ signal }) => (await api(listSubUsers, { query: { page_size: OFFERED } }, { signal })).list,
    enabled: isManager && id !== "",
  });
  const shown = useQuery({
    queryKey: [getSubUser.name, id],
    queryFn: async ({ signal }) => (await api(getSubUser, { params: { user_id: id } }, { signal })).data,
    enabled: isManager && id !== "",
    retry: false,
  });
  const openRights = (userId: string) => onState({ ...withFilter(state, "id", userId), page: state.page });
  return (
    <TitledPage title="app.page.subUsers">
      {me && !isManager && <EmptyState icon={ShieldX} title={t("accounts.people.denied")} />}
      {isManager && (
        <SubUserList primary={me.user.name} state={state} onState={onState} onRights={(user) => openRights(user.id)} />
      )}
      {id !== "" && shown.data && (
        <RightsDrawer
          key={id}
          user={shown.data}
          others={(others.data ?? []).filter((user) => user.id !== id)}
          onSaved={() => void client.invalidateQueries({ queryKey: [listSubUsers.name] })}
          onClose={() => openRights("")}
        />
      )}
    </TitledPage>
  );
}
