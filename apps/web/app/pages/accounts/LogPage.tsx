import { useQuery } from "@tanstack/react-query";
import { LOG_FILTERS } from "../../../accounts/log/log-place.ts";
import { OperationLog } from "../../../accounts/log/OperationLog.tsx";
import { meQuery } from "../../../accounts/me.ts";
import { useListState } from "../../use-list-state.ts";
import { TitledPage } from "../TitledPage.tsx";

export function LogPage() {
  const { data: me } = useQuery(meQuery);
  const state = useListState("accounts.log", { filterKeys: LOG_FILTERS });
  return (
    <TitledPage title="app.page.log">{me && <OperationLog isManager={me.user.isManager} {...state} />}</TitledPage>
  );
}
