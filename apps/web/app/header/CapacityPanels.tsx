import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Me } from "../../accounts/me.ts";
import { CapacityDialog, type CapacityTab } from "../../capacity/CapacityDialog.tsx";
import { CAPACITY_KEY } from "../../capacity/capacity-queries.ts";
import type { CleanWay, UsedDevice } from "../../capacity/used-device.ts";
import { TenantFiles } from "../../files/tenant/TenantFiles.tsx";
import { DeleteHistory } from "../../frames/deletion/DeleteHistory.tsx";
import { QuickDelete } from "../../frames/deletion/QuickDelete.tsx";
import { formatBytes } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { addNote } from "../../ui/float/notes.ts";
import { DETAILS_PATH } from "../details/use-details-address.ts";
import { FileStorageTable } from "./FileStorageTable.tsx";
import { openSite } from "./open-site.ts";
import { useHasBilling } from "./use-has-billing.ts";

interface CapacityPanelsProps {
  me: Me;
  tab: CapacityTab;
  isAsking: boolean;
  onTab(tab: CapacityTab): void;
  onClose(): void;
}

/** The capacity dialog; cleaning takes its place and gives it back. */
export function CapacityPanels({ me, tab, isAsking, onTab, onClose }: CapacityPanelsProps) {
  const t = useText();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [cleaning, setCleaning] = useState<{ device: UsedDevice; way: CleanWay }>();
  const hasBilling = useHasBilling();
  const tenantId = me.tenant.id;
  const isManager = me.privileges.tenant_manager || me.privileges.system_manager;
  if (cleaning) {
    const Deletion = cleaning.way === "range" ? DeleteHistory : QuickDelete;
    return (
      <Deletion
        device={cleaning.device}
        tenantId={tenantId}
        onDone={(bytes) => {
          addNote({ tone: "done", text: t("capacity.clean.success", { size: formatBytes(bytes) }) });
          void client.invalidateQueries({ queryKey: CAPACITY_KEY });
        }}
        onClose={() => setCleaning(undefined)}
      />
    );
  }
  return (
    <CapacityDialog
      tenantId={tenantId}
      isManager={isManager}
      tab={tab}
      isAsking={isAsking && isManager}
      files={
        <>
          <FileStorageTable tenantId={tenantId} />
          <TenantFiles tenantId={tenantId} />
        </>
      }
      onRequest={hasBilling ? () => void openSite("billing") : undefined}
      onTab={onTab}
      onClean={(device, way) => setCleaning({ device, way })}
      onWhy={({ id }) => void navigate({ to: DETAILS_PATH, search: { id, tab: "bus" } })}
      onClose={onClose}
    />
  );
}
