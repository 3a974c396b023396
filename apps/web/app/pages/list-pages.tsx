import { ALL_SESSION_ORDERS, ALL_TOKEN_ORDERS, listTenants, TENANT_ORDERS } from "@canopy/contract/accounts/operating";
import { OWNER_ORDERS } from "@canopy/contract/accounts/owners";
import { useQuery } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { LoginProviders } from "../../accounts/login-providers/LoginProviders.tsx";
import { meQuery } from "../../accounts/me.ts";
import { AllSessionList } from "../../accounts/sessions/AllSessionList.tsx";
import { OwnSessions, SESSION_SORTS } from "../../accounts/sessions/OwnSessions.tsx";
import { OwnerList } from "../../accounts/tenants/OwnerList.tsx";
import { AllTokenList } from "../../accounts/tokens/AllTokenList.tsx";
import { OwnTokens } from "../../accounts/tokens/OwnTokens.tsx";
import { TOKEN_SORTS } from "../../accounts/tokens/token-columns.tsx";
import { NoticeTemplates } from "../../alarms/templates/NoticeTemplates.tsx";
import { RequestList } from "../../capacity/RequestList.tsx";
import { LicenceSettings } from "../../devices/licences/LicenceSettings.tsx";
import { Announcements } from "../../messages/Announcements.tsx";
import { OUTBOX_FILTERS, Outbox } from "../../messages/Outbox.tsx";
import { Providers } from "../../messages/Providers.tsx";
import { api } from "../../platform/api.ts";
import type { TextKey } from "../../platform/i18n.ts";
import { ConsolePage } from "../console/ConsolePage.tsx";
import { type ListShape, useListState } from "../use-list-state.ts";
import { OperatedTenants } from "./accounts/OperatedTenants.tsx";
import { TitledPage } from "./TitledPage.tsx";

const KEYWORD = { filterKeys: ["keyword"], isOperating: true } as const;

interface ListPage extends ListShape {
  title: TextKey;
  /** Under this name the browser keeps the page size. */
  list: string;
  /** Beside the entries of the system console. */
  isOperating?: true;
}

function listPage(
  { title, list, isOperating, ...shape }: ListPage,
  List: ComponentType<ReturnType<typeof useListState>>,
) {
  const Frame = isOperating ? ConsolePage : TitledPage;
  return function Page() {
    const state = useListState(list, shape);
    return (
      <Frame title={title}>
        <List {...state} />
      </Frame>
    );
  };
}

export const SessionsPage = listPage(
  { title: "app.page.sessions", list: "accounts.sessions", sortKeys: SESSION_SORTS },
  OwnSessions,
);
export const TokensPage = listPage(
  { title: "app.page.accessTokens", list: "accounts.tokens", sortKeys: TOKEN_SORTS },
  OwnTokens,
);
const AllTenantsPage = listPage(
  { title: "app.page.tenants", list: "accounts.tenants", sortKeys: TENANT_ORDERS, ...KEYWORD },
  OperatedTenants,
);
const OwnersPage = listPage(
  { title: "app.page.owners", list: "accounts.owners", sortKeys: OWNER_ORDERS, filterKeys: KEYWORD.filterKeys },
  OwnerList,
);

/** USR-08: all of them for the system manager; a merchant's manager sees its own owners. */
export function TenantsPage() {
  const { data: me } = useQuery(meQuery);
  if (me === undefined) return null;
  return me.privileges.system_manager ? <AllTenantsPage /> : <OwnersPage />;
}

export const RequestsPage = listPage(
  { title: "app.page.requests", list: "capacity.requests", ...KEYWORD },
  RequestList,
);
export const AllSessionsPage = listPage(
  { title: "app.page.allSessions", list: "accounts.allSessions", sortKeys: ALL_SESSION_ORDERS, ...KEYWORD },
  AllSessionList,
);
export const AllTokensPage = listPage(
  { title: "app.page.allAccessTokens", list: "accounts.allTokens", sortKeys: ALL_TOKEN_ORDERS, ...KEYWORD },
  AllTokenList,
);
export const OutboxPage = listPage(
  { title: "app.page.outbox", list: "messages.outbox", filterKeys: OUTBOX_FILTERS, isOperating: true },
  Outbox,
);

export function LicencePage() {
  return (
    <ConsolePage title="app.page.licence">
      <LicenceSettings />
    </ConsolePage>
  );
}

export function ProvidersPage() {
  return (
    <ConsolePage title="app.page.providers">
      <Providers />
      <NoticeTemplates />
      <LoginProviders />
    </ConsolePage>
  );
}

/** The select of an announcement's tenants shows at most one page of 500. */
const TENANTS = { current_page: 1, page_size: 500, keyword: "" };

export function NoticesPage() {
  const list = useListState("messages.notices", {});
  const { data } = useQuery({
    queryKey: [listTenants.name, TENANTS],
    queryFn: ({ signal }) => api(listTenants, { query: TENANTS }, { signal }),
  });
  return (
    <ConsolePage title="app.page.notices">
      <Announcements {...list} tenants={data?.list ?? []} />
    </ConsolePage>
  );
}
