import { useNavigate } from "@tanstack/react-router";
import { useTenantId } from "../../../devices/types/type-queries.ts";
import { PUSH_FILTERS, PushCentre } from "../../../push/PushCentre.tsx";
import { REQUEST_HASH } from "../../capacity-hash.ts";
import { useListState } from "../../use-list-state.ts";
import { usePageSearch } from "../../use-page-search.ts";

/** CAP-01: tab, filters and page are in the address. */
export function PushRulesPage() {
  const navigate = useNavigate();
  const { search } = usePageSearch();
  const list = useListState(search.tab === "deliveries" ? "push.deliveries" : "push.rules", {
    filterKeys: [...PUSH_FILTERS],
  });
  const tenantId = useTenantId();
  const onMore = () => void navigate({ to: ".", search: true, hash: REQUEST_HASH });
  return <PushCentre {...list} tenantId={tenantId} onMore={onMore} />;
}
