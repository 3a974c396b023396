import type { FlashRunRow } from "@canopy/contract/diagnosis/flashing/runs";
import { History } from "lucide-react";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Button } from "../../ui/Button.tsx";
import { Menu } from "../../ui/float/Menu.tsx";
import "./flash-texts.ts";

interface PastRunsProps {
  runs: readonly FlashRunRow[];
  chosen: string | undefined;
  onChoose(id: string): void;
}

export function PastRuns({ runs, chosen, onChoose }: PastRunsProps) {
  const t = useText();
  const formats = useTimeFormats();
  if (runs.length === 0) return null;
  const label = t("diagnosis.flash.past", { n: runs.length });
  return (
    <Menu
      label={label}
      trigger={(props) => (
        <Button icon={History} {...props}>
          {label}
        </Button>
      )}
      items={runs.map((run) => ({
        key: run.run_id,
        label: `${run.run_id === chosen ? "● " : ""}${formats.time(run.created_time)} · ${run.ecu_name} → ${run.software_to}`,
        onSelect: () => onChoose(run.run_id),
      }))}
    />
  );
}
