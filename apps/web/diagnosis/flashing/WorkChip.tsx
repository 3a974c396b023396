import type { FlashRunRow } from "@canopy/contract/diagnosis/flashing/runs";
import { getDiagnosis } from "@canopy/contract/diagnosis/sessions";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import { useText } from "../../platform/i18n.ts";
import { Chip } from "../../ui/marks/Chip.tsx";
import "./flash-texts.ts";
import { runsQuery, useFlashNews } from "./flash-queries.ts";

const SESSION_MS = 15_000;

/** C1, C3: who looks at a device sees that it is diagnosed or flashed, on every tab. */
export function WorkChip({ thingsId }: { thingsId: string }) {
  const t = useText();
  useFlashNews(thingsId);
  const runs = useQuery(runsQuery(thingsId)).data?.list ?? [];
  const session = useQuery({
    queryKey: ["diagnosis", "desk", thingsId, "session"],
    queryFn: async ({ signal }) => (await api(getDiagnosis, { params: { things_id: thingsId } }, { signal })).data,
    refetchInterval: SESSION_MS,
  }).data;
  const running = runs.find(({ state }) => state === "running");
  if (running)
    return (
      <Chip tone="tip" dot>
        {t("diagnosis.flash.chip", { ecu: running.ecu_name, percent: percentOf(running) })}
      </Chip>
    );
  if (!session) return null;
  return (
    <Chip tone="tip" dot>
      {t("diagnosis.flash.diagnosing", { user: session.user_name })}
    </Chip>
  );
}

function percentOf({ progress, size }: FlashRunRow): number {
  return Math.floor(((progress?.acknowledged ?? 0) / Math.max(1, size)) * 100);
}
