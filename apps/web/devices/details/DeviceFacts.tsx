import type { Thing } from "@canopy/contract/devices/thing";
import { updateThing } from "@canopy/contract/devices/things";
import { Pencil } from "lucide-react";
import { useState } from "react";
import { UNKNOWN } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { CopyText } from "../../ui/CopyButton.tsx";
import { TimeText } from "../../ui/time/TimeText.tsx";
import { EditDevice } from "../fleet/EditDevice.tsx";
import { FactList } from "./FactList.tsx";
import { deniedOn } from "./may-change.ts";
import "./manage-texts.ts";

/** The owner's description of a device, with an edit dialog. */
export function DeviceFacts({ device }: { device: Thing }) {
  const t = useText();
  const [editing, setEditing] = useState(false);
  const channels = device.channel_enable.flatMap((on, i) => (on ? [t("devices.manage.channel", { n: i + 1 })] : []));
  return (
    <Card
      title={t("devices.manage.device")}
      aside={
        <Button icon={Pencil} denied={deniedOn(device, updateThing)} onClick={() => setEditing(true)}>
          {t("devices.manage.edit")}
        </Button>
      }
    >
      <FactList
        facts={[
          [t("devices.manage.name"), device.name],
          [t("devices.manage.id"), <CopyText key="id" text={device.third_things_id} />],
          [t("devices.manage.type"), device.info_model_name ?? t("devices.manage.noType")],
          [t("devices.manage.class"), t(`devices.manage.class.${device.class}`)],
          [t("devices.manage.channels"), channels.join(", ") || t("devices.manage.noChannels")],
          [t("devices.manage.dialect"), device.dialect],
          [t("devices.manage.server"), device.server || UNKNOWN],
          [t("devices.manage.description"), device.description || UNKNOWN],
          [t("devices.manage.created"), <TimeText key="created" at={device.created_time} withZone />],
        ]}
      />
      {editing && <EditDevice device={device} onClose={() => setEditing(false)} />}
    </Card>
  );
}
