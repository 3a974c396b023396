import { useTenantId } from "../../../devices/types/type-queries.ts";
import { OUTPUT_FILTERS, OutputCentre } from "../../../outputs/OutputCentre.tsx";
import { useListState } from "../../use-list-state.ts";
import { usePageSearch } from "../../use-page-search.ts";

/** Tab, filters, page and the open run are in the address. */
export function OutputsPage() {
  const { search } = usePageSearch();
  const list = useListState(search.tab === "runs" ? "outputs.runs" : "outputs", { filterKeys: [...OUTPUT_FILTERS] });
  return <OutputCentre {...list} tenantId={useTenantId()} />;
}
