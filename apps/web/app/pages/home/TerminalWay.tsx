import { createThing } from "@canopy/contract/devices/things";
import { Plus } from "lucide-react";
import { useState } from "react";
import { callDenied } from "../../../accounts/permissions.ts";
import { KeyOnceDialog, type ShownKey } from "../../../devices/licences/KeyOnceDialog.tsx";
import { useText } from "../../../platform/i18n.ts";
import { Button } from "../../../ui/Button.tsx";
import { LazyPart } from "../../../ui/LazyPart.tsx";
import { lazyPage } from "../../../ui/lazy-page.tsx";
import type { Awaited } from "./awaited-device.ts";
import { ConnectWay, type ConnectWayProps, Points } from "./ConnectWay.tsx";

const DeviceDialog = lazyPage(() => import("../../../devices/fleet/DeviceDialog.tsx"), "DeviceDialog");
const ImportDialog = lazyPage(() => import("../../../devices/import/ImportDialog.tsx"), "ImportDialog");

type TerminalWayProps = Pick<ConnectWayProps, "chosen" | "onChoose" | "icon"> & {
  server: string;
  onMade(device: Awaited): void;
  onImported(): void;
};

const NO_LABELS = new Map<string, string>();

export function TerminalWay({ server, onMade, onImported, ...common }: TerminalWayProps) {
  const t = useText();
  const [open, setOpen] = useState<"add" | "import" | ShownKey>();
  const [hasImported, setHasImported] = useState(false);
  const close = () => setOpen(undefined);
  const denied = callDenied(createThing);
  return (
    <ConnectWay
      {...common}
      title={t("app.home.terminal")}
      note={t("app.home.terminalNote")}
      actions={
        <>
          <Button icon={Plus} denied={denied} onClick={() => setOpen("add")}>
            {t("app.home.terminalAdd")}
          </Button>
          <Button kind="link" denied={denied} onClick={() => setOpen("import")}>
            {t("app.home.import")}
          </Button>
        </>
      }
    >
      <Points
        numbered
        texts={[
          t("app.home.terminal1"),
          t("app.home.terminal2"),
          t("app.home.terminal3", { server }),
          t("app.home.terminal4"),
        ]}
      />
      {open === "add" && (
        <LazyPart onFailed={close}>
          <DeviceDialog
            gateways={[]}
            labels={NO_LABELS}
            onSaved={(device, key) => {
              onMade({ thingsId: device.id, deviceId: device.third_things_id, name: device.name });
              setOpen(key ? { deviceId: device.third_things_id, key } : undefined);
            }}
            onClose={close}
          />
        </LazyPart>
      )}
      {open === "import" && (
        <LazyPart onFailed={close}>
          <ImportDialog
            onAdded={() => setHasImported(true)}
            // Not before: the guide gives way to the list then, and the report with the keys would go with it.
            onClose={() => {
              close();
              if (hasImported) onImported();
            }}
          />
        </LazyPart>
      )}
      {typeof open === "object" && <KeyOnceDialog shown={open} onClose={close} />}
    </ConnectWay>
  );
}
