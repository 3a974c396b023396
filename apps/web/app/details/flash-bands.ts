import { useQuery } from "@tanstack/react-query";
import { runsQuery } from "../../diagnosis/flashing/flash-queries.ts";
import "../../diagnosis/flashing/flash-texts.ts";
import type { Band } from "../../frames/time-bar/time-bar-data.ts";
import { useNow } from "../../platform/clock.ts";
import { useText } from "../../platform/i18n.ts";

const RENEW_MS = 5000;

/** C3: flash runs of a device as bands of its time bar; a click opens the run. */
export function useFlashBands(thingsId: string, onOpen: (runId: string) => void): readonly Band[] {
  const t = useText();
  const now = useNow(RENEW_MS);
  const runs = useQuery(runsQuery(thingsId)).data?.list ?? [];
  return runs.flatMap(({ run_id, ecu_name: ecu, software_to: version, started_time, ended_time }) =>
    started_time === null
      ? []
      : [
          {
            fromMs: started_time,
            toMs: ended_time ?? now,
            kind: "flash" as const,
            name: t("diagnosis.flash.band", { ecu, version }),
            onOpen: () => onOpen(run_id),
          },
        ],
  );
}
