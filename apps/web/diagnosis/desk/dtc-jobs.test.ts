import { udsSettings } from "@canopy/contract/device-link/uds-job";
import type { JobState, TraceEvent } from "@canopy/contract/diagnosis/sessions";
import { describe, expect, it } from "vitest";
import { clearedAtUs, dtcFailureOf, dtcJobsOf, jobsOfReport } from "./dtc-jobs.ts";

const settings = udsSettings.parse({ physical_id: 0x7e4, response_id: 0x7ec, functional_id: 0x7df });
const job = (id: string, requests: readonly string[], state: JobState = "done", more: object = {}) => ({
  ...{ id, state },
  steps: requests.map((data) => ({ data, functional: false })),
  settings: { ...settings, ...more },
});
const event = (job_id: string, n: number, kind: TraceEvent["kind"], data: string, fault?: string): TraceEvent => ({
  ...{ job_id, n, time_us: n * 1000, step: 0, kind, data, frames: [] },
  ...(fault && { fault }),
});

const READ = ["1902FF"];
const CLEAR = ["14FFFFFF", "1902FF"];

describe("jobs of fault codes [UDS-02]", () => {
  it("are those of one ECU that read or clear them", () => {
    const ofOthers = [
      job("a", ["22F190"]),
      job("b", READ, "done", { channel: 1 }),
      job("c", READ, "done", { physical_id: 1 }),
    ];
    expect(dtcJobsOf([...ofOthers, job("d", CLEAR), job("e", READ)], settings).map(({ id }) => id)).toEqual(["d", "e"]);
  });

  it("make a report from the newest list on; a clear that was refused took nothing away", () => {
    const records = job("c", ["19041E0013FF"]);
    const jobs = [records, job("b", READ), job("a", READ)];
    expect(jobsOfReport(jobs).map(({ id }) => id)).toEqual(["b", "c"]);
    const refused = job("d", CLEAR, "stopped");
    expect(jobsOfReport([refused, ...jobs]).map(({ id }) => id)).toEqual(["b", "c", "d"]);
    expect(jobsOfReport([refused])).toEqual([]);
  });

  it("have cleared the codes when the ECU said so", () => {
    const refused = [event("a", 0, "request", "14FFFFFF"), event("a", 1, "negative", "7F1422")];
    const done = [event("b", 2, "request", "14FFFFFF"), event("b", 3, "positive", "54")];
    expect(clearedAtUs([...refused, ...done], "a")).toBeUndefined();
    expect(clearedAtUs([...refused, ...done], "b")).toBe(3000);
  });
});

describe("what went wrong with fault codes [UDS-05]", () => {
  const refused = [event("b", 0, "request", "14FFFFFF"), event("b", 1, "negative", "7F1422")];

  it("is the last refusal or silence of the newest job", () => {
    expect(dtcFailureOf([job("b", CLEAR, "stopped")], refused)).toMatchObject({
      exchange: { request: { data: "14FFFFFF" }, answer: { kind: "negative" } },
    });
    const silent = [event("b", 0, "request", "1902FF"), event("b", 1, "fault", "", "p2")];
    expect(dtcFailureOf([job("b", READ, "stopped")], silent)).toMatchObject({ exchange: { answer: { fault: "p2" } } });
  });

  it("is how a job ended that asked nothing", () => {
    expect(dtcFailureOf([job("b", READ, "offline")], [])).toEqual({ outcome: "offline" });
  });

  it("is no record that the ECU does not have, where the job went on and others were read", () => {
    const records = job("r", ["19041E0013FF", "19061E0013FF"]);
    const noExtended = [
      event("r", 0, "request", "19041E0013FF"),
      event("r", 1, "positive", "59041E001309"),
      event("r", 2, "request", "19061E0013FF"),
      event("r", 3, "negative", "7F1912"),
    ];
    expect(dtcFailureOf([records], noExtended)).toBeUndefined();
    const none = noExtended.with(1, event("r", 1, "negative", "7F1931"));
    expect(dtcFailureOf([records], none)).toMatchObject({ exchange: { request: { data: "19061E0013FF" } } });
    const silent = [...noExtended.slice(0, 3), event("r", 3, "fault", "", "p2")];
    expect(dtcFailureOf([records], silent)).toMatchObject({ exchange: { answer: { fault: "p2" } } });
  });

  it("is nothing while the next one runs, and behind one that was answered", () => {
    const older = job("b", CLEAR, "stopped");
    expect(dtcFailureOf([job("c", READ, "running"), older], refused)).toBeUndefined();
    const answered = [event("c", 0, "request", "1902FF"), event("c", 1, "positive", "5902FF")];
    expect(dtcFailureOf([job("c", READ), older], [...refused, ...answered])).toBeUndefined();
    expect(dtcFailureOf([], [])).toBeUndefined();
  });
});
