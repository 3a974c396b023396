import { listVehicleFaults } from "@canopy/contract/diagnosis/bus-faults";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import { BusFaults, LOOK_AGAIN_MS } from "./BusFaults.tsx";

/** UDS-06: faults that the buses of a vehicle tell, of all its devices. */
export function VehicleFaults({ vehicleId }: { vehicleId: string }) {
  const query = useQuery({
    queryKey: ["diagnosis", "bus-faults", "vehicle", vehicleId],
    queryFn: ({ signal }) => api(listVehicleFaults, { params: { vehicle_id: vehicleId } }, { signal }),
    refetchInterval: LOOK_AGAIN_MS,
  });
  return <BusFaults query={query} withDevice />;
}
