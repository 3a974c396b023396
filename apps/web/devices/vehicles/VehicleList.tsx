import "./vehicle-texts.ts";
import { createVehicle, listVehicles, VEHICLE_ORDERS, type Vehicle } from "@canopy/contract/devices/vehicles";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus, Truck } from "lucide-react";
import { useState } from "react";
import { callDenied } from "../../accounts/permissions.ts";
import { api } from "../../platform/api.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Select } from "../../ui/form/Select.tsx";
import { ListFrame } from "../../ui/list/ListFrame.tsx";
import { withFilter, withSort } from "../../ui/list/list-address.ts";
import { type ListProps, pagingOf } from "../../ui/list/list-parts.ts";
import { rowsOfQuery } from "../../ui/list/list-rows.ts";
import { SearchInput } from "../../ui/list/SearchInput.tsx";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { DeleteVehicleDialog } from "./DeleteVehicleDialog.tsx";
import { VehicleDialog } from "./VehicleDialog.tsx";
import { VehicleMenu } from "./VehicleMenu.tsx";
import { useVehicleColumns } from "./vehicle-columns.tsx";
import { VEHICLES_KEY } from "./vehicle-queries.ts";

export const VEHICLE_FILTERS = ["keyword", "bound"] as const;
const BOUND = ["", "yes", "no"] as const;
const LOOK_AGAIN_MS = 15_000;

interface VehicleListProps extends ListProps {
  onOpen(id: string): void;
}

type DialogState = { kind: "create" } | { kind: "edit" | "delete"; vehicle: Vehicle };

/** DEV-11 */
export function VehicleList({ onOpen, ...list }: VehicleListProps) {
  const t = useText();
  const client = useQueryClient();
  const [asking, setAsking] = useState<DialogState>();
  const { state, onState } = list;
  const { keyword = "", bound: asked = "" } = state.filters;
  const bound = BOUND.find((one) => one === asked) ?? "";
  const order = VEHICLE_ORDERS.find((one) => one === state.sort?.key) ?? "name";
  const wanted = {
    current_page: state.page,
    page_size: state.size,
    keyword,
    bound,
    order_param: order,
    order_type: state.sort?.descending ? 1 : 0,
  };
  const query = useQuery({
    queryKey: [...VEHICLES_KEY, "list", wanted],
    queryFn: ({ signal }) => api(listVehicles, { query: wanted }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
  });
  const renew = async (text: string) => {
    setAsking(undefined);
    addNote({ tone: "done", text });
    await client.invalidateQueries({ queryKey: VEHICLES_KEY });
  };
  const close = () => setAsking(undefined);
  const create = (
    <Button kind="main" icon={Plus} denied={callDenied(createVehicle)} onClick={() => setAsking({ kind: "create" })}>
      {t("devices.vehicles.create")}
    </Button>
  );

  return (
    <>
      <ListFrame
        list="devices.vehicles"
        label={t("devices.vehicles.label")}
        columns={useVehicleColumns()}
        rows={rowsOfQuery(query, ({ list: rows }) => rows)}
        rowKey={({ id }) => id}
        onOpen={({ id }) => onOpen(id)}
        sort={state.sort}
        onSort={(sort) => onState(withSort(state, sort))}
        paging={pagingOf(list, query.data?.pagination.total_size ?? 0)}
        filtered={keyword !== "" || bound !== ""}
        onResetFilters={() => onState({ ...state, page: 1, filters: {} })}
        filters={
          <>
            <SearchInput
              label={t("devices.vehicles.search")}
              value={keyword}
              onChange={(text) => onState(withFilter(state, "keyword", text))}
            />
            <Select
              aria-label={t("devices.vehicles.bound")}
              options={BOUND.map((value) => ({ value, label: t(`devices.vehicles.bound.${value || "all"}`) }))}
              value={bound}
              onChange={(value) => onState(withFilter(state, "bound", value))}
            />
          </>
        }
        actions={create}
        empty={
          <EmptyState
            icon={Truck}
            title={t("devices.vehicles.empty")}
            text={t("devices.vehicles.emptyNote")}
            actions={create}
          />
        }
        rowActions={(vehicle) => (
          <VehicleMenu
            vehicle={vehicle}
            onEdit={() => setAsking({ kind: "edit", vehicle })}
            onDelete={() => setAsking({ kind: "delete", vehicle })}
          />
        )}
      />
      {asking?.kind === "create" && (
        <VehicleDialog onClose={close} onDone={({ name }) => void renew(t("devices.vehicles.createdNote", { name }))} />
      )}
      {asking?.kind === "edit" && (
        <VehicleDialog
          vehicle={asking.vehicle}
          onClose={close}
          onDone={() => void renew(t("devices.vehicles.savedNote"))}
        />
      )}
      {asking?.kind === "delete" && (
        <DeleteVehicleDialog
          vehicle={asking.vehicle}
          onClose={close}
          onDone={() => void renew(t("devices.vehicles.deletedNote", { name: asking.vehicle.name }))}
        />
      )}
    </>
  );
}
