import type { OverviewRow } from "@canopy/contract/devices/overview";
import { NamesDialog } from "../details/NamesDialog.tsx";
import { ImportDialog } from "../import/ImportDialog.tsx";
import { KeyOnceDialog, type ShownKey } from "../licences/KeyOnceDialog.tsx";
import { RotateKeyDialog } from "../licences/RotateKeyDialog.tsx";
import { DeleteDevices } from "./DeleteDevices.tsx";
import { DeviceDialog } from "./DeviceDialog.tsx";
import type { useDeviceChanges } from "./use-device-changes.ts";

/** The dialog that stands over the list, with the devices it is about. */
export type OpenDialog =
  | { kind: "add" | "edit" | "import" | "labels" | "groups" | "rotate" | "delete"; rows: readonly OverviewRow[] }
  | { kind: "key"; shown: ShownKey };

interface DeviceDialogsProps {
  dialog: OpenDialog;
  rows: readonly OverviewRow[];
  labels: ReadonlyMap<string, string>;
  changes: ReturnType<typeof useDeviceChanges>;
  onDialog(dialog: OpenDialog | undefined): void;
  onSaved(name: string, kind: "add" | "edit"): void;
  onDeleted(ids: ReadonlySet<string>): void;
}

export function DeviceDialogs({ dialog, rows, labels, changes, onDialog, onSaved, onDeleted }: DeviceDialogsProps) {
  const close = () => onDialog(undefined);
  if (dialog.kind === "key") return <KeyOnceDialog shown={dialog.shown} onClose={close} />;
  const common = { onGone: changes.onGone, onClose: close };
  const [first] = dialog.rows;
  const { kind } = dialog;
  switch (kind) {
    case "add":
    case "edit":
      return (
        <DeviceDialog
          key={first?.id ?? "new"}
          thingsId={first?.id}
          gateways={rows.filter((row) => row.class === "gateway" && row.level === "write")}
          labels={labels}
          onSaved={(device, key) => {
            changes.renew();
            onSaved(device.name, kind);
            onDialog(key ? { kind: "key", shown: { deviceId: device.third_things_id, key } } : undefined);
          }}
          onClose={close}
        />
      );
    case "import":
      return <ImportDialog onAdded={changes.renew} onClose={close} />;
    case "labels":
    case "groups":
      return <NamesDialog {...common} kind={kind} rows={dialog.rows} />;
    case "rotate":
      return (
        first && <RotateKeyDialog {...common} row={first} onRotated={(shown) => onDialog({ kind: "key", shown })} />
      );
    case "delete":
      return (
        <DeleteDevices
          {...common}
          rows={dialog.rows}
          onDeleted={(ids) => {
            onDeleted(ids);
            close();
          }}
        />
      );
  }
}
