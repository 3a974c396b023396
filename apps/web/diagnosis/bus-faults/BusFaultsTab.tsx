import { forgetBusFaults, listBusFaults } from "@canopy/contract/diagnosis/bus-faults";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Eraser } from "lucide-react";
import { useState } from "react";
import type { DeviceTabProps } from "../../devices/details/device-tab.tsx";
import { deniedOn } from "../../devices/details/may-change.ts";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Confirm } from "../../ui/form/Confirm.tsx";
import { BusFaults, LOOK_AGAIN_MS } from "./BusFaults.tsx";
import "./bus-fault-texts.ts";

/** UDS-06: faults that the bus of a device tells by itself. */
export function BusFaultsTab({ device }: DeviceTabProps) {
  const t = useText();
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const params = { things_id: device.id };
  const queryKey = ["diagnosis", "bus-faults", device.id];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => api(listBusFaults, { params }, { signal }),
    refetchInterval: LOOK_AGAIN_MS,
  });
  const forget = useMutation({
    mutationFn: () => api(forgetBusFaults, { params }),
    onSuccess: async ({ removed: count }) => {
      addNote({ tone: "done", text: t("diagnosis.bus.forgotten", { count }) });
      await client.invalidateQueries({ queryKey });
    },
    onError: (error) => addNote({ tone: "ordinary", text: troubleOf(error).text }),
  });
  const over = query.data?.list.filter(({ is_current }) => !is_current).length ?? 0;
  return (
    <>
      <BusFaults
        query={query}
        actions={
          over > 0 && (
            <Button
              icon={Eraser}
              denied={deniedOn(device, forgetBusFaults)}
              busy={forget.isPending}
              onClick={() => setAsking(true)}
            >
              {t("diagnosis.bus.forget")}
            </Button>
          )
        }
      />
      <Confirm
        open={isAsking}
        title={t("diagnosis.bus.forget")}
        action={t("diagnosis.bus.forget")}
        onConfirm={() => {
          setAsking(false);
          forget.mutate();
        }}
        onClose={() => setAsking(false)}
      >
        {t("diagnosis.bus.forgetNote", { count: over })}
      </Confirm>
    </>
  );
}
