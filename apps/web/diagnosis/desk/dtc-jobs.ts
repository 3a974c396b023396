import { isOutcome, type Outcome } from "@canopy/contract/diagnosis/outcome-texts";
import type { DiagnosisJob, TraceEvent } from "@canopy/contract/diagnosis/sessions";
import { type Exchange, exchangesOf } from "./exchanges.ts";

type Asked = Pick<DiagnosisJob, "id" | "state" | "steps" | "settings">;
type Address = Pick<DiagnosisJob["settings"], "channel" | "physical_id">;

const READS_LIST = /^1902/;
const OF_CODES = /^(14|19)/;
const RECORDS = /^190[46]/;
const CLEARED = "54";

const asks = ({ steps }: Asked, what: RegExp) => steps.some((step) => "data" in step && what.test(step.data));

/** Of an ECU: jobs that read or clear fault codes, newest first as they come. */
export function dtcJobsOf<Job extends Asked>(jobs: readonly Job[], { channel, physical_id }: Address): Job[] {
  return jobs.filter(
    (job) => job.settings.channel === channel && job.settings.physical_id === physical_id && asks(job, OF_CODES),
  );
}

/** Those that a report is made of, oldest first: the newest that was told the list, and what was asked behind it. */
export function jobsOfReport<Job extends Asked>(dtcJobs: readonly Job[]): Job[] {
  const at = dtcJobs.findIndex((job) => job.state === "done" && asks(job, READS_LIST));
  return dtcJobs.slice(0, at + 1).reverse();
}

/** A request that was refused or not answered, or how a job ended without one. */
export type DtcFailure = { readonly exchange: Exchange } | { readonly outcome: Outcome };

/** Many an ECU has records of some codes only, and no extended data: its refusal then is what there is to know. */
const isOfRecords = ({ request }: Exchange) => RECORDS.test(request.data);

/** UDS-05: what went wrong last in the newest job; undefined: nothing, or it runs. */
export function dtcFailureOf(dtcJobs: readonly Asked[], trace: readonly TraceEvent[]): DtcFailure | undefined {
  const [job] = dtcJobs;
  if (!job || job.state === "running") return undefined;
  const exchanges = exchangesOf(trace.filter(({ job_id }) => job_id === job.id));
  const isAnswered = job.state === "done" && exchanges.some(({ answer }) => answer?.kind === "positive");
  const exchange = exchanges.findLast(
    (one) => one.answer?.kind === "fault" || (one.answer?.kind === "negative" && !(isAnswered && isOfRecords(one))),
  );
  if (exchange) return { exchange };
  return isOutcome(job.state) ? { outcome: job.state } : undefined;
}

/** When the ECU said that it has cleared its codes; undefined: it did not. */
export function clearedAtUs(trace: readonly TraceEvent[], jobId: string): number | undefined {
  return trace.find(({ job_id, kind, data }) => job_id === jobId && kind === "positive" && data.startsWith(CLEARED))
    ?.time_us;
}
