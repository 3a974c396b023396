import type { Rollout, RolloutDevice } from "@canopy/contract/firmware/rollouts";
import { useQuery } from "@tanstack/react-query";
import { useNow } from "../platform/clock.ts";
import { useText } from "../platform/i18n.ts";
import { Card } from "../ui/Card.tsx";
import { barsOf, StageChart, type StageTone } from "../ui/StageChart.tsx";
import { rolloutDevicesQuery } from "./firmware-queries.ts";
import "./texts.ts";

const SHOWN = 8;
const RENEW_MS = 2000;
const TONES = { downloading: "fetch", verifying: "check", installing: "write", restarting: "restart" } as const;
type Stage = keyof typeof TONES;
const isStage = (name: string): name is Stage => Object.hasOwn(TONES, name);

/** C4: how long the devices under way, and those that failed, were at each stage. */
export function Stages({ rollout }: { rollout: Rollout }) {
  const t = useText();
  const now = useNow(RENEW_MS);
  const page = { current_page: 1, page_size: SHOWN, state: "all" } as const;
  const list = useQuery(rolloutDevicesQuery(rollout.id, page)).data?.list ?? [];
  const nameOf = (stage: Stage) => t(`firmware.stage.${rollout.payload}.${stage}`);
  const toneOf = (name: string) => (isStage(name) ? { tone: TONES[name] as StageTone, name: nameOf(name) } : undefined);
  const rows = list.flatMap((device) => {
    const bars = barsOf(device.stages, toneOf, now);
    return bars.length === 0 ? [] : [{ key: device.things_id, name: device.name, bars, end: endOf(device) }];
  });
  if (rows.length === 0) return null;
  const legend = Object.entries(TONES).flatMap(([stage, tone]) =>
    isStage(stage) ? [[tone, nameOf(stage)] as const] : [],
  );
  return (
    <Card title={t("firmware.stage.title")}>
      <StageChart label={t("firmware.stage.title")} rows={rows} legend={legend} nowMs={now} />
    </Card>
  );
}

function endOf({ state }: RolloutDevice): "done" | "failed" | undefined {
  return state === "done" || state === "failed" ? state : undefined;
}
