import type { Thing } from "@canopy/contract/devices/thing";
import { createDeletion } from "@canopy/contract/frames/deletion-tasks";
import { useQuery } from "@tanstack/react-query";
import { CalendarX2, DatabaseZap } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { meQuery } from "../../accounts/me.ts";
import { deniedOn } from "../../devices/details/may-change.ts";
import "../../frames/deletion/deletion-texts.ts";
import { useText } from "../../platform/i18n.ts";
import type { MenuItem } from "../../ui/float/Menu.tsx";
import { lazyPage } from "../../ui/lazy-page.tsx";
import type { TimeRange } from "../../ui/time/time-range.ts";

const DeleteHistory = lazyPage(() => import("../../frames/deletion/DeleteHistory.tsx"), "DeleteHistory");
const QuickDelete = lazyPage(() => import("../../frames/deletion/QuickDelete.tsx"), "QuickDelete");

/** DAT-04, DAT-05: what deletes the data of a device, for its menu; the range is that of the time bar. */
export function useDeviceDeletion(
  device: Thing | undefined,
  range: TimeRange | undefined,
): { items: MenuItem[]; dialog: ReactNode } {
  const t = useText();
  const { data: me } = useQuery(meQuery);
  const [open, setOpen] = useState<"range" | "quick">();
  if (!device || !me) return { items: [], dialog: null };
  const isManager = me.privileges.tenant_manager || me.privileges.system_manager;
  const common = { device, tenantId: me.tenant.id, onClose: () => setOpen(undefined) };
  return {
    items: [
      {
        key: "deleteRange",
        label: t("frames.deletion.range"),
        icon: CalendarX2,
        danger: true,
        apart: true,
        denied: deniedOn(device, createDeletion),
        onSelect: () => setOpen("range"),
      },
      {
        key: "quickDelete",
        label: t("frames.deletion.quick"),
        icon: DatabaseZap,
        danger: true,
        denied: isManager ? undefined : t("frames.deletion.managers"),
        onSelect: () => setOpen("quick"),
      },
    ],
    dialog: (
      <Suspense>
        {open === "range" && <DeleteHistory {...common} range={range} />}
        {open === "quick" && <QuickDelete {...common} />}
      </Suspense>
    ),
  };
}
