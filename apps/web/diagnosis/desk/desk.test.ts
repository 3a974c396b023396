import { MAX_UDS_STEPS } from "@canopy/contract/device-link/uds-job";
import type { TraceEvent } from "@canopy/contract/diagnosis/sessions";
import { describe, expect, it } from "vitest";
import { dtcReportOf, recordRequests } from "./dtc-rows.ts";
import { exchangesOf, refusalOf } from "./exchanges.ts";
import { explainAnswer } from "./explain.ts";
import { bytesOf, DESK_SERVICES, formOf, requestOf, warnsOf } from "./services.ts";
import { traceFile } from "./trace-export.ts";

const event = (n: number, kind: TraceEvent["kind"], data: string, more: Partial<TraceEvent> = {}): TraceEvent => {
  return { job_id: "j", n, time_us: 1_700_000_000_000_000 + n * 1000, step: 0, kind, data, frames: [], ...more };
};

describe("the request builder [UDS-01]", () => {
  it.each(DESK_SERVICES.map((service) => [service.sid, service] as const))(
    "goes from form to bytes and back: %s",
    (_, service) => {
      const request = requestOf(service, {});
      expect(request?.startsWith(service.sid)).toBe(true);
      const form = formOf(request ?? "");
      expect(form?.service.sid).toBe(service.sid);
      expect(requestOf(service, form?.values ?? {})).toBe(request);
    },
  );

  it("refuses what is no byte, and knows what changes a vehicle", () => {
    expect(bytesOf("22 f1 9")).toBeNull();
    expect(bytesOf(" 22 f1 90 ")).toBe("22F190");
    expect(requestOf(DESK_SERVICES[0], { sub: "3" })).toBeNull();
    expect([warnsOf("14FFFFFF"), warnsOf("22F190")]).toEqual([true, false]);
  });
});

describe("a trace [UDS-01]", () => {
  const events = [
    event(0, "request", "3101FF00"),
    event(1, "pending", "", { count: 1 }),
    event(2, "pending", "", { count: 2 }),
    event(3, "positive", "7101FF0000", { frames: [[1_700_000_000_003_000, 0x7e8, false, "057101FF0000CCCC"]] }),
    event(4, "request", "22FFFF"),
    event(5, "negative", "7F2231"),
    event(6, "request", "3E00"),
  ];

  it("is read as requests with their answers and times", () => {
    const [first, second, third] = exchangesOf(events);
    expect(first).toMatchObject({ pendings: 2, tookMs: 3 });
    expect(second && refusalOf(second)).toBe(0x31);
    expect(third?.answer).toBeUndefined();
  });

  it("is exported as text, candump and CSV", () => {
    expect(traceFile(events, "candump", 1)).toBe("(1700000000.003000) can1 7E8#057101FF0000CCCC\n");
    expect(traceFile(events, "text", 0).split("\n")[0]).toBe("2023-11-14T22:13:20.000Z -> request  31 01 FF 00");
    expect(traceFile(events, "csv", 0).split("\r\n")[6]).toBe("j,5,1700000000.005000,0,negative,7F2231,");
  });
});

describe("an answer field by field [UDS-01]", () => {
  const bytes = (answer: string) => explainAnswer(answer).map(({ hex }) => hex);

  it("is cut without a byte lost", () => {
    for (const answer of [
      "5003003201F4",
      "62F1904C53564141",
      "7F2233",
      "5902FF1E00132C0A7E002F",
      "6701AABBCCDD",
      "7101020300",
      "54",
    ])
      expect(bytes(answer).join("")).toBe(answer);
  });

  it("names text, times and codes, and guesses nothing", () => {
    expect(explainAnswer("62F1904C5356").at(-1)).toMatchObject({
      text: "diagnosis.explain.text",
      values: { text: "LSV" },
    });
    expect(explainAnswer("62D0010102").at(-1)).toMatchObject({ text: "diagnosis.explain.data", values: { count: 2 } });
    expect(explainAnswer("5003003201F4").at(-1)?.values).toEqual({ p2: 50, p2Star: 5000 });
    expect(explainAnswer("5902FF1E00132C").at(-1)?.values).toEqual({ code: "P1E00-13", status: "2C" });
  });
});

it("fault codes are joined with their snapshots and extended data [UDS-02]", () => {
  const report = dtcReportOf([
    event(0, "positive", "5902FF0A7E002F1E00132C"),
    event(1, "positive", "59041E00132C0101D0010000"),
    event(2, "positive", "59061E00132C0103"),
  ]);
  expect(report?.mask).toBe(0xff);
  expect(report?.rows).toMatchObject([
    { code: "P0A7E-00", status: 0x2f, snapshot: undefined },
    { code: "P1E00-13", status: 0x2c, snapshot: "0101D0010000", extended: "0103" },
  ]);
  expect(recordRequests([{ dtc: 0x1e0013 }])).toEqual([[{ data: "19041E0013FF" }, { data: "19061E0013FF" }]]);
});

it("records of many codes are asked for in jobs that a terminal takes [UDS-02]", () => {
  const jobs = recordRequests(Array.from({ length: 201 }, (_, dtc) => ({ dtc })));
  expect(jobs.map(({ length }) => length)).toEqual([MAX_UDS_STEPS, MAX_UDS_STEPS, 2]);
  expect(jobs[2]?.[0]).toEqual({ data: "19040000C8FF" });
  expect(recordRequests([])).toEqual([]);
});
