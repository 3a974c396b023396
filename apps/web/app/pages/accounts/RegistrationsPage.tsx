import { useQuery } from "@tanstack/react-query";
import { meQuery } from "../../../accounts/me.ts";
import { REVIEW_FILTERS, RegistrationList } from "../../../accounts/reviews/RegistrationList.tsx";
import { ConsolePage } from "../../console/ConsolePage.tsx";
import { useListState } from "../../use-list-state.ts";
import { TitledPage } from "../TitledPage.tsx";

const LIST = "accounts.registrations";

/** ACC-17: of the system manager in its console; a merchant's manager sees its own owners. */
export function RegistrationsPage() {
  const { data: me } = useQuery(meQuery);
  const state = useListState(LIST, { filterKeys: REVIEW_FILTERS });
  const Frame = me?.privileges.system_manager ? ConsolePage : TitledPage;
  return (
    <Frame title="app.page.registrations">
      <RegistrationList {...state} />
    </Frame>
  );
}
