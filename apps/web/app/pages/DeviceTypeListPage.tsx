import { useNavigate } from "@tanstack/react-router";
import { TYPE_FILTERS, TypeList } from "../../devices/TypeList.tsx";
import { useListState } from "../use-list-state.ts";
import { TitledPage } from "./TitledPage.tsx";

/** DEV-04 */
export function DeviceTypeListPage() {
  const navigate = useNavigate();
  const list = useListState("devices.types", { filterKeys: TYPE_FILTERS });
  return (
    <TitledPage title="app.page.deviceTypes">
      <TypeList {...list} onOpen={(id) => void navigate({ to: "/Container/DeviceTypeDetails", search: { id } })} />
    </TitledPage>
  );
}
