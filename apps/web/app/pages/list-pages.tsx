import { listTenants } from "@canopy/contract/accounts/operating";
import { useQuery } from "@tanstack/react-query";
import { AllSessionList } from "../../accounts/sessions/AllSessionList.tsx";
import { OwnSessions, SESSION_SORTS } from "../../accounts/sessions/OwnSessions.tsx";
import { TenantList } from "../../accounts/tenants/TenantList.tsx";
import { AllTokenList } from "../../accounts/tokens/AllTokenList.tsx";
import { OwnTokens } from "../../accounts/tokens/OwnTokens.tsx";
import { TOKEN_SORTS } from "../../accounts/tokens/token-columns.tsx";
import { Announcements } from "../../messages/Announcements.tsx";
import { OUTBOX_FILTERS, Outbox } from "../../messages/Outbox.tsx";
import { api } from "../../platform/api.ts";
import { useListState } from "../use-list-state.ts";
import { TitledPage } from "./TitledPage.tsx";

const KEYWORD = { filterKeys: ["keyword"] };

export function SessionsPage() {
  const list = useListState("accounts.sessions", { sortKeys: SESSION_SORTS });
  return (
    <TitledPage title="app.page.sessions">
      <OwnSessions {...list} />
    </TitledPage>
  );
}

export function TokensPage() {
  const list = useListState("accounts.tokens", { sortKeys: TOKEN_SORTS });
  return (
    <TitledPage title="app.page.accessTokens">
      <OwnTokens {...list} />
    </TitledPage>
  );
}

export function TenantsPage() {
  const list = useListState("accounts.tenants", KEYWORD);
  return (
    <TitledPage title="app.page.tenants">
      <TenantList {...list} />
    </TitledPage>
  );
}

export function AllSessionsPage() {
  const list = useListState("accounts.allSessions", KEYWORD);
  return (
    <TitledPage title="app.page.allSessions">
      <AllSessionList {...list} />
    </TitledPage>
  );
}

export function AllTokensPage() {
  const list = useListState("accounts.allTokens", KEYWORD);
  return (
    <TitledPage title="app.page.allAccessTokens">
      <AllTokenList {...list} />
    </TitledPage>
  );
}

export function OutboxPage() {
  const list = useListState("messages.outbox", { filterKeys: OUTBOX_FILTERS });
  return (
    <TitledPage title="app.page.outbox">
      <Outbox {...list} />
    </TitledPage>
  );
}

/** As many as there are in a select; the search of a longer list is the tenants' page. */
const TENANTS = { current_page: 1, page_size: 500, keyword: "" };

export function NoticesPage() {
  const list = useListState("messages.notices", {});
  const { data } = useQuery({
    queryKey: [listTenants.name, TENANTS],
    queryFn: ({ signal }) => api(listTenants, { query: TENANTS }, { signal }),
  });
  return (
    <TitledPage title="app.page.notices">
      <Announcements {...list} tenants={data?.list ?? []} />
    </TitledPage>
  );
}
