import { describe, expect, it } from "vitest";
import { type FlowStep, type FlowStepKind, flowProblem, flowStep, STANDARD_FLOW } from "./flow.ts";
import { type Fate, TestJob, testPlan } from "./test-flash.ts";

const flowOf = (...steps: (FlowStepKind | FlowStep)[]) =>
  steps.map((step) => (typeof step === "string" ? flowStep(step) : step));
const SHORT = flowOf("programmingSession", "unlock", "erase", "download", "checkMemory", "checkDependencies");
const own = (...bytes: number[]) => flowStep("request", { bytes: Uint8Array.from(bytes) });

describe("flow of a flash", () => {
  it("the standard one and a short one can be run [UDS-04]", () => {
    expect(flowProblem(STANDARD_FLOW)).toBeNull();
    expect(flowProblem(SHORT)).toBeNull();
  });

  it.each<[string, FlowStep[]]>([
    ["missing", flowOf("programmingSession", "erase", "checkMemory")],
    ["noCheck", flowOf("programmingSession", "unlock", "erase", "download")],
    ["order", flowOf("programmingSession", "erase", "unlock", "download", "checkMemory")],
    ["order", flowOf("programmingSession", "download", "erase", "checkMemory")],
    ["twice", flowOf("programmingSession", "erase", "erase", "download", "checkMemory")],
    ["mayNotGoOn", [...SHORT.slice(0, 2), flowStep("erase", { onRefusal: "goOn" }), ...SHORT.slice(3)]],
    ["requestEmpty", [...SHORT, own()]],
    ["requestOwnStep", [...SHORT, own(0x11, 1)]],
    ["requestOwnStep", [...SHORT, own(0x31, 1, 0xff, 0)]],
    ["tooManySteps", [...SHORT, ...Array.from({ length: 40 }, () => own(0x22, 0xf1, 0x90))]],
  ])("%s is refused [UDS-04]", (problem, flow) => {
    expect(flowProblem(flow)?.problem).toBe(problem);
  });

  it("is followed in its own order, with requests of its own [UDS-04]", () => {
    const flow = [own(0x22, 0xf1, 0x95), ...SHORT];
    const run = new TestJob(testPlan([20], { flow }), new Map()).run();
    expect(run.requests.slice(0, 3)).toEqual(["22f195", "1002", "2701"]);
    expect(run.requests).not.toContain("280301");
    expect(run.result?.outcome).toBe("new");
  });

  it("asks again as often as the step says, and goes on where it may [UDS-04]", () => {
    const refused: Fate = { kind: "nrc", code: 0x22 };
    const always = new Map(Array.from({ length: 3 }, (_, i) => [i + 1, refused]));
    const patient = [own(0x22, 0xf1, 0x95), ...SHORT].map((step, i) => (i === 0 ? { ...step, repeat: 3 } : step));
    const patientRun = new TestJob(testPlan([20], { flow: patient }), always).run();
    expect(patientRun.requests.filter((one) => one === "22f195")).toHaveLength(5);
    expect(patientRun.result?.outcome).toBe("new");
    const strict = new TestJob(testPlan([20], { flow: [own(0x22, 0xf1, 0x95), ...SHORT] }), always).run();
    expect(strict.state.failure).toMatchObject({ phase: "request", code: 0x22 });
    expect(strict.result?.outcome).toBe("old");
    const flow = [{ ...own(0x22, 0xf1, 0x95), onRefusal: "goOn" as const }, ...SHORT];
    expect(new TestJob(testPlan([20], { flow }), new Map([[1, refused]])).run().result?.outcome).toBe("new");
  });
});
