import type { TestRunRow } from "@canopy/contract/tests/runs";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Band } from "../../frames/time-bar/time-bar-data.ts";
import { useNow } from "../../platform/clock.ts";
import { useText } from "../../platform/i18n.ts";
import { runsQuery } from "../../tests/test-queries.ts";
import "../../tests/texts.ts";

const RENEW_MS = 5000;
/** The newest; as many as a list shows at most. */
const MOST_BANDS = 25;

/** TST-01: test runs of a device as bands of its time bar; a click opens the run. */
export function useTestBands(thingsId: string): readonly Band[] {
  const t = useText();
  const now = useNow(RENEW_MS);
  const navigate = useNavigate();
  const runs = useQuery(runsQuery({ current_page: 1, page_size: MOST_BANDS, things_id: thingsId })).data?.list ?? [];
  return runs.flatMap((run): Band[] => {
    const window = windowOf(run, now);
    if (!window) return [];
    const verdict = run.verdict === null ? t(`tests.stage.${run.stage}`) : t(`tests.verdict.${run.verdict}`);
    const search = { tab: "runs", device: thingsId, run: run.run_id };
    return [
      {
        ...window,
        kind: run.verdict === "fail" || run.verdict === "error" ? "testFailed" : "test",
        name: t("tests.run.band", { name: run.routine_name, number: run.number, verdict }),
        onOpen: () => void navigate({ to: "/Container/TestManager", search }),
      },
    ];
  });
}

/** The data that was judged; one that ended before it had any is where it was begun, if it looked at the present. */
export function windowOf(run: TestRunRow, nowMs: number): Pick<Band, "fromMs" | "toMs"> | undefined {
  const { from_time, to_time, created_time, ended_time, is_dry } = run;
  if (from_time !== null && to_time !== null) return { fromMs: from_time, toMs: to_time };
  return is_dry ? undefined : { fromMs: created_time, toMs: ended_time ?? nowMs };
}
