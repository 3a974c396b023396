import { TYPE_ORDERS } from "@canopy/contract/devices/info-models";
import { useNavigate, useRouterState } from "@tanstack/react-router";
import { LicenceButton } from "../../../devices/licences/LicenceButton.tsx";
import { TYPE_FILTERS, TypeList } from "../../../devices/types/TypeList.tsx";
import { useListState } from "../../use-list-state.ts";
import { TitledPage } from "../TitledPage.tsx";

/** Target of the user menu's entry: this page with the licence form open. */
const LICENCE = "licence";

/** DEV-04, DEV-03 */
export function DeviceTypeListPage() {
  const navigate = useNavigate();
  const hash = useRouterState({ select: (state) => state.location.hash });
  const list = useListState("devices.types", { filterKeys: TYPE_FILTERS, sortKeys: TYPE_ORDERS });
  const openLicence = (open: boolean) =>
    void navigate({ to: ".", search: true, hash: open ? LICENCE : "", replace: true });
  return (
    <TitledPage title="app.page.deviceTypes">
      <TypeList
        {...list}
        onOpen={(id) => void navigate({ to: "/Container/DeviceTypeDetails", search: { id } })}
        actions={<LicenceButton open={hash === LICENCE} onOpen={openLicence} />}
      />
    </TitledPage>
  );
}
