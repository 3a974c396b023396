import { updateVehicle, type Vehicle } from "@canopy/contract/devices/vehicles";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Cable, Pencil, Truck } from "lucide-react";
import { callDenied } from "../../../accounts/permissions.ts";
import { channelsByDevice, formerDevices } from "../../../devices/board/channels-by-device.ts";
import { DeleteVehicleDialog } from "../../../devices/vehicles/DeleteVehicleDialog.tsx";
import { VehicleDialog } from "../../../devices/vehicles/VehicleDialog.tsx";
import { VehicleMenu } from "../../../devices/vehicles/VehicleMenu.tsx";
import { VEHICLES_KEY, vehicleQuery } from "../../../devices/vehicles/vehicle-queries.ts";
import "../../../devices/vehicles/vehicle-texts.ts";
import "../../../frames/joined/joined-texts.ts";
import { useText } from "../../../platform/i18n.ts";
import { Button } from "../../../ui/Button.tsx";
import { CopyText } from "../../../ui/CopyButton.tsx";
import { lazyPage } from "../../../ui/lazy-page.tsx";
import { Chip } from "../../../ui/marks/Chip.tsx";
import { EmptyState } from "../../../ui/marks/EmptyState.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { Tabs } from "../../../ui/Tabs.tsx";
import { addressOfPage } from "../../kept-addresses.ts";
import { usePageSearch } from "../../use-page-search.ts";
import { LoadedPage } from "../LoadedPage.tsx";
import styles from "../pages.module.css";
import { useEditDelete } from "../use-edit-delete.ts";
import { CarData } from "./CarData.tsx";

const LIST = "/Container/CarManager";
const TABS = ["live", "history", "faults"] as const;
const Faults = lazyPage(() => import("../../../diagnosis/bus-faults/VehicleFaults.tsx"), "VehicleFaults");
const GONE = {
  icon: Truck,
  title: "devices.vehicles.gone",
  text: "devices.vehicles.goneNote",
  action: "devices.vehicles.toList",
  list: LIST,
} as const;

/** DEV-11: one vehicle, with the data of all its devices together. */
export function CarDetailsPage() {
  const { search } = usePageSearch();
  const query = useQuery(vehicleQuery(search.id ?? ""));
  return (
    <LoadedPage
      title="app.page.carDetails"
      query={query}
      isUnnamed={!search.id}
      gone={GONE}
      failed="devices.vehicles.failed"
      skeleton={{ rows: 8, columns: 4 }}
    >
      {(vehicle) => <CarPage key={vehicle.id} vehicle={vehicle} />}
    </LoadedPage>
  );
}

function CarPage({ vehicle }: { vehicle: Vehicle }) {
  const t = useText();
  const navigate = useNavigate();
  const { search, onSearch } = usePageSearch();
  const dialogs = useEditDelete({
    queryKey: VEHICLES_KEY,
    list: LIST,
    saved: t("devices.vehicles.savedNote"),
    deleted: t("devices.vehicles.deletedNote", { name: vehicle.name }),
  });
  const devices = channelsByDevice(vehicle.channels);
  const former = formerDevices(vehicle.former_channels);
  const tab = TABS.find((one) => one === search.tab) ?? "live";
  const edit = (
    <Button icon={Pencil} denied={callDenied(updateVehicle)} onClick={() => dialogs.ask("edit")}>
      {t("devices.vehicles.edit")}
    </Button>
  );

  return (
    <>
      <PageHeader
        title={<bdi dir="auto">{vehicle.name}</bdi>}
        onBack={() => void navigate({ href: addressOfPage(LIST) })}
        chips={
          <>
            <CopyText text={vehicle.vin} />
            {vehicle.vin_warning && <Chip tone="ordinary">{t(`devices.vehicles.vinChip.${vehicle.vin_warning}`)}</Chip>}
          </>
        }
        facts={
          <>
            {vehicle.plate && (
              <>
                <bdi dir="auto">{vehicle.plate}</bdi>
                {" · "}
              </>
            )}
            {t("devices.vehicles.channelCount", { count: vehicle.channels.length })}
            {` · ${t("devices.vehicles.deviceCount", { count: devices.length })}`}
            {vehicle.hidden_channels > 0 && ` · ${t("devices.vehicles.hidden", { count: vehicle.hidden_channels })}`}
          </>
        }
        actions={
          <>
            {edit}
            <VehicleMenu vehicle={vehicle} onEdit={() => dialogs.ask("edit")} onDelete={() => dialogs.ask("delete")} />
          </>
        }
      />
      {devices.length + former.length === 0 ? (
        <EmptyState
          icon={Cable}
          title={t("frames.joined.noChannels")}
          text={t("frames.joined.noChannelsNote")}
          actions={edit}
        />
      ) : (
        <div className={styles.tabbed}>
          <Tabs
            label={t("frames.joined.tabs")}
            tabs={TABS.map((value) => ({ value, label: t(`frames.joined.tab.${value}`) }))}
            value={tab}
            onChange={(next) => onSearch({ tab: next })}
          >
            <div className={styles.list}>
              {tab === "faults" ? (
                <Faults vehicleId={vehicle.id} />
              ) : (
                <CarData
                  tab={tab}
                  devices={devices}
                  former={former}
                  search={search}
                  onSearch={onSearch}
                  onDevice={(id) => void navigate({ to: "/Container/HomePage/DeviceDetails", search: { id } })}
                />
              )}
            </div>
          </Tabs>
        </div>
      )}
      {dialogs.asking === "edit" && (
        <VehicleDialog vehicle={vehicle} onClose={dialogs.close} onDone={dialogs.onSaved} />
      )}
      {dialogs.asking === "delete" && (
        <DeleteVehicleDialog vehicle={vehicle} onClose={dialogs.close} onDone={dialogs.onDeleted} />
      )}
    </>
  );
}
