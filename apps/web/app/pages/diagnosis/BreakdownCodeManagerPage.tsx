import { CODE_ORDERS } from "@canopy/contract/diagnosis/dtc-files";
import { CODE_FILTERS, FaultCodes } from "../../../diagnosis/codes/FaultCodes.tsx";
import { useListState } from "../../use-list-state.ts";
import { TitledPage } from "../TitledPage.tsx";

/** UDS-03 */
export function BreakdownCodeManagerPage() {
  const list = useListState("diagnosis.codes", { filterKeys: CODE_FILTERS, sortKeys: CODE_ORDERS });
  return (
    <TitledPage title="app.page.faultCodes">
      <FaultCodes {...list} />
    </TitledPage>
  );
}
