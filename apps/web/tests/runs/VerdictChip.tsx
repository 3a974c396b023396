import type { TestRunRow } from "@canopy/contract/tests/runs";
import { useText } from "../../platform/i18n.ts";
import { Chip } from "../../ui/marks/Chip.tsx";
import { toneOf } from "./run-words.ts";
import "../texts.ts";

/** Or the stage of a run that goes on. */
export function VerdictChip({ run: { verdict, stage } }: { run: Pick<TestRunRow, "verdict" | "stage"> }) {
  const t = useText();
  if (verdict === null) return <Chip>{t(`tests.stage.${stage}`)}</Chip>;
  return <Chip tone={toneOf(verdict)}>{t(`tests.verdict.${verdict}`)}</Chip>;
}
