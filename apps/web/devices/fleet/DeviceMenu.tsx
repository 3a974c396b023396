import { offerTransfer, swapTerminal } from "@canopy/contract/devices/terminal-moves";
import type { Thing } from "@canopy/contract/devices/thing";
import { deleteThing, setFavourite, updateThing } from "@canopy/contract/devices/things";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowLeftRight, Ellipsis, Pencil, Replace, Star, Trash2 } from "lucide-react";
import { useState } from "react";
import { meQuery } from "../../accounts/me.ts";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Menu, type MenuItem } from "../../ui/float/Menu.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { DEVICES_KEY } from "../device-query.ts";
import { DeleteDevice } from "./DeleteDevice.tsx";
import { EditDevice } from "./EditDevice.tsx";
import "../details/manage-texts.ts";
import { deniedOn } from "../details/may-change.ts";
import { SwapTerminal } from "../vehicles/SwapTerminal.tsx";
import { TransferDevice } from "./TransferDevice.tsx";

type OpenAction = "edit" | "swap" | "transfer" | "delete" | null;

interface DeviceMenuProps {
  device: Thing;
  /** The other pages of this device. */
  pages: readonly MenuItem[];
  onDeleted(): void;
}

/** Further actions of a device; a denied one shows its reason. */
export function DeviceMenu({ device, pages, onDeleted }: DeviceMenuProps) {
  const t = useText();
  const client = useQueryClient();
  const { data: me } = useQuery(meQuery);
  const [open, setOpen] = useState<OpenAction>(null);
  const close = () => setOpen(null);
  const favour = useMutation({
    mutationFn: () => api(setFavourite, { params: { things_id: device.id }, body: { favourite: !device.favourite } }),
    onError: (problem) => addNote({ tone: "ordinary", text: troubleOf(problem).text }),
    onSettled: () => client.invalidateQueries({ queryKey: DEVICES_KEY }),
  });
  const moved = device.moved_time === null ? undefined : t("devices.manage.moved");
  const isManager = me?.privileges.tenant_manager === true;
  const items: MenuItem[] = [
    {
      key: "favourite",
      label: t(device.favourite ? "devices.manage.unfavour" : "devices.manage.favour"),
      icon: Star,
      onSelect: () => favour.mutate(),
    },
    {
      key: "edit",
      label: t("devices.manage.edit"),
      icon: Pencil,
      denied: deniedOn(device, updateThing),
      onSelect: () => setOpen("edit"),
    },
    ...pages,
    {
      key: "swap",
      label: t("devices.manage.swap"),
      icon: Replace,
      apart: true,
      denied: moved ?? deniedOn(device, swapTerminal),
      onSelect: () => setOpen("swap"),
    },
    {
      key: "transfer",
      label: t("devices.manage.transfer"),
      icon: ArrowLeftRight,
      denied: moved ?? (isManager ? deniedOn(device, offerTransfer) : t("devices.manage.managerOnly")),
      onSelect: () => setOpen("transfer"),
    },
    {
      key: "delete",
      label: t("devices.manage.delete"),
      icon: Trash2,
      danger: true,
      apart: true,
      denied: deniedOn(device, deleteThing),
      onSelect: () => setOpen("delete"),
    },
  ];
  return (
    <>
      <Menu
        label={t("devices.manage.more")}
        items={items}
        trigger={(props) => <IconButton {...props} edge icon={Ellipsis} label={t("devices.manage.more")} />}
      />
      {open === "edit" && <EditDevice device={device} onClose={close} />}
      {open === "swap" && <SwapTerminal device={device} onClose={close} />}
      {open === "transfer" && <TransferDevice device={device} onClose={close} />}
      {open === "delete" && <DeleteDevice device={device} onClose={close} onDeleted={onDeleted} />}
    </>
  );
}
