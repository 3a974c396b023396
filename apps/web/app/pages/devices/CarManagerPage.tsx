import { useNavigate } from "@tanstack/react-router";
import { VEHICLE_FILTERS, VehicleList } from "../../../devices/vehicles/VehicleList.tsx";
import { VEHICLE_SORTS } from "../../../devices/vehicles/vehicle-columns.tsx";
import { useListState } from "../../use-list-state.ts";
import { TitledPage } from "../TitledPage.tsx";

/** DEV-11 */
export function CarManagerPage() {
  const navigate = useNavigate();
  const list = useListState("devices.vehicles", { filterKeys: VEHICLE_FILTERS, sortKeys: VEHICLE_SORTS });
  return (
    <TitledPage title="app.page.cars">
      <VehicleList
        {...list}
        onOpen={(id) => void navigate({ to: "/Container/CarManager/CarDetails", search: { id } })}
      />
    </TitledPage>
  );
}
