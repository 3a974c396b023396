import { listDiagnosisTrace, MAX_TRACE_EVENTS, type TraceEvent } from "@canopy/contract/diagnosis/sessions";
import { useQueries } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import { jobsOfReport } from "./dtc-jobs.ts";
import { type Desk, deskKey } from "./use-desk.ts";

/** The events of these jobs. Where the newest of the device do not reach back to the list of codes, each job is asked for. */
export function useDtcTrace({ device, trace }: Desk, dtcJobs: Desk["jobs"]): readonly TraceEvent[] {
  const params = { things_id: device.id };
  const isCut = trace.length >= MAX_TRACE_EVENTS;
  const answers = useQueries({
    queries: (isCut ? jobsOfReport(dtcJobs) : []).map(({ id }) => ({
      queryKey: [...deskKey(device.id), "trace", id],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await api(listDiagnosisTrace, { params, query: { job_id: id } }, { signal })).list,
    })),
  });
  const own = new Set(dtcJobs.map(({ id }) => id));
  const whole = answers.map(({ data }) => data);
  if (whole.length > 0 && whole.every((list) => list !== undefined)) return whole.flat();
  return trace.filter(({ job_id }) => own.has(job_id));
}
