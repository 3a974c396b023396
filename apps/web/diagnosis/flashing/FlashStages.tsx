import type { FlashRunRow } from "@canopy/contract/diagnosis/flashing/runs";
import { useNow } from "../../platform/clock.ts";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Card } from "../../ui/Card.tsx";
import { barsOf, StageChart, type StageTone } from "../../ui/StageChart.tsx";
import "./flash-texts.ts";

const TONES = {
  downloading: "fetch",
  verifying: "check",
  gates: "check",
  flashing: "write",
  readingBack: "restart",
} as const;
type Stage = keyof typeof TONES;
const isStage = (name: string): name is Stage => Object.hasOwn(TONES, name);
const LEGEND = ["downloading", "verifying", "flashing", "readingBack"] as const;

/** How long this run was at each of its stages. */
export function FlashStages({ run }: { run: FlashRunRow }) {
  const t = useText();
  const now = useNow(1000);
  const formats = useTimeFormats();
  const nameOf = (stage: Stage) => t(`diagnosis.flash.runStage.${stage}`);
  const toneOf = (name: string) => (isStage(name) ? { tone: TONES[name] as StageTone, name: nameOf(name) } : undefined);
  const bars = barsOf(run.stages, toneOf, run.ended_time ?? now);
  if (bars.length === 0) return null;
  const end = run.state !== "ended" ? undefined : run.outcome === "new" ? ("done" as const) : ("failed" as const);
  const name = formats.time(run.started_time ?? run.created_time).slice(11);
  return (
    <Card title={t("diagnosis.flash.stageChart")}>
      <StageChart
        label={t("diagnosis.flash.stageChart")}
        rows={[{ key: run.run_id, name, bars, end }]}
        legend={LEGEND.map((stage) => [TONES[stage], nameOf(stage)] as const)}
        nowMs={now}
      />
    </Card>
  );
}
