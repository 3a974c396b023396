import type { FenceShape } from "@canopy/contract/places/fence-shape";
import type { FenceRow, FenceTrial } from "@canopy/contract/places/fences";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { PATIENCE } from "../../../e2e/support/patience.ts";
import { testDevice } from "../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../testing/test-app.ts";
import { testCircle } from "./test-fence.ts";

const AT = Date.UTC(2026, 10, 14, 8);
const METRES_PER_DEG = 111_194.93;

let world: TestApp;
let acme: TestUser;
let stranger: TestUser;

beforeAll(async () => {
  world = await testApp({}, { work: true });
  acme = await world.user({ tenant: "acme", name: "acme", role: "manager" });
  stranger = await world.user({ tenant: "stranger", name: "stranger", role: "manager" });
});
afterAll(() => world?.close());

const send = (method: "GET" | "POST" | "PUT" | "DELETE", path: string, payload?: object, user = acme) =>
  world.call(user, { method, url: `/api${path}`, ...(payload && { payload }) });
const make = async (name: string, shape: FenceShape = testCircle(), user = acme): Promise<FenceRow> =>
  (await send("POST", "/fences", { name, region: "Jiading", shape }, user)).json().data;
const corner = (latitude: number, longitude: number) => ({ latitude, longitude });
const SHAPES: FenceShape[] = [
  testCircle(50),
  { kind: "polygon", corners: [corner(0, 179), corner(1, -179), corner(1, 179)] },
  { kind: "rectangle", south: -18, west: 179, north: -17, east: -179 },
  { kind: "corridor", path: [corner(31, 121), corner(31.1, 121.2)], half_width_m: 100 },
  { kind: "region", rings: [[corner(10, 10), corner(10, 11), corner(11, 10)]] },
];

describe("a fence", () => {
  it.each(SHAPES.map((shape) => [shape.kind, shape] as const))(
    "that is a %s is kept, changed and read again [GPS-02]",
    async (kind, shape) => {
      const made = await make(`Kept ${kind}`, shape);
      expect(made).toMatchObject({ name: `Kept ${kind}`, region: "Jiading", author: "acme", rules: [] });
      expect(made.shape).toEqual(shape);
      const changed = { name: `Changed ${kind}`, region: "", shape: testCircle(60) };
      const answer = await send("PUT", `/fences/${made.fence_id}`, changed);
      expect(answer.json().data).toMatchObject(changed);
      const { data } = (await send("GET", `/fences/${made.fence_id}`)).json();
      expect(data).toMatchObject({ ...changed, created_time: made.created_time });
    },
  );

  it("has a name of its own in its tenant, in any case of letters [GPS-02]", async () => {
    const { fence_id } = await make("North yard");
    const other = await make("South yard");
    const taken = await send("POST", "/fences", { name: "north YARD", shape: testCircle() });
    expect(taken.statusCode).toBe(409);
    expect(taken.json()).toMatchObject({ code: "places.fenceNameTaken", field: "name" });
    const renamed = await send("PUT", `/fences/${other.fence_id}`, { name: "North yard", shape: testCircle() });
    expect(renamed.json().code).toBe("places.fenceNameTaken");
    expect((await send("PUT", `/fences/${fence_id}`, { name: "NORTH yard", shape: testCircle() })).statusCode).toBe(
      200,
    );
    expect((await make("North yard", testCircle(), stranger)).name).toBe("North yard");
    for (const name of ["", " ", "x".repeat(51)])
      expect((await send("POST", "/fences", { name, shape: testCircle() })).json()).toMatchObject({ field: "name" });
  });

  it("is refused with the reason in both languages where its border is wrong [GPS-02]", async () => {
    const bow = { kind: "polygon", corners: [corner(0, 0), corner(1, 1), corner(1, 0), corner(0, 1)] };
    const refused: [object, string][] = [
      [testCircle(49), "places.fenceSize"],
      [testCircle(10_001), "places.fenceSize"],
      [testCircle(100, 91), "places.fenceOffEarth"],
      [bow, "places.fenceCrossesItself"],
      [{ kind: "polygon", corners: [corner(0, 0), corner(1, 1)] }, "places.fenceTooFewCorners"],
    ];
    for (const [shape, code] of refused) {
      const answer = await send("POST", "/fences", { name: "Refused", shape });
      expect([answer.statusCode, answer.json().code, answer.json().field]).toEqual([400, code, "shape"]);
    }
    const asked = { method: "POST", url: "/api/fences", payload: { name: "Refused", shape: bow } } as const;
    const [zh, en] = [
      await world.call(acme, { ...asked, headers: { "accept-language": "zh-CN" } }),
      await world.call(acme, { ...asked, headers: { "accept-language": "en-US" } }),
    ];
    expect(zh.json().message).toContain("第 1 条边与第 3 条边相交");
    expect(en.json().message).toContain("side 1 meets side 3");
  });

  it("is found by name, region and type, a page at a time [GPS-02]", async () => {
    for (let i = 0; i < 3; i++) await make(`Depot ${i}`, SHAPES[i]);
    const list = async (query: string) => (await send("GET", `/fences?${query}`)).json();
    const first = await list("keyword=depot&page_size=2");
    expect(first.list.map(({ name }: FenceRow) => name)).toEqual(["Depot 0", "Depot 1"]);
    expect(first.pagination).toEqual({ current_page: 1, page_size: 2, total_size: 3 });
    expect((await list("keyword=depot&kind=rectangle")).list).toMatchObject([{ name: "Depot 2" }]);
    expect((await list("keyword=JIADING%20nothing")).list).toEqual([]);
  });

  it("is duplicated under the next free name [GPS-02]", async () => {
    const { fence_id } = await make("Gate");
    const copy = async (id: string) => (await send("POST", `/fences/${id}/duplicate`)).json().data;
    const second = await copy(fence_id);
    expect([second.name, (await copy(fence_id)).name, (await copy(second.fence_id)).name]).toEqual([
      "Gate 2",
      "Gate 3",
      "Gate 4",
    ]);
    expect(second.shape).toEqual(testCircle());
  });

  it("is logged when it is made, changed and deleted [GPS-02]", async () => {
    const { fence_id } = await make("Logged");
    expect((await send("DELETE", `/fences/${fence_id}`)).statusCode).toBe(200);
    expect((await send("GET", `/fences/${fence_id}`)).statusCode).toBe(404);
    const rows = await sql<{ name: string }>`select operation as name from operation_log
      where tenant_id = ${acme.tenantId} and operation like 'places.%'`.execute(world.database.db);
    const names = rows.rows.map(({ name }) => name);
    expect(names).toContain("places.createFence");
    expect(names).toContain("places.deleteFence");
  });
});

describe("a fence in a rule", () => {
  const rule = (fence_id: string, more: object = {}) => ({
    name: `Rule ${fence_id.slice(0, 8)}`,
    conditions: [{ kind: "fence", fence_id, operator: "out" }],
    ...more,
  });

  it("stays, and the refusal names the rules [GPS-02]", async () => {
    const { fence_id } = await make("In rules");
    const given = rule(fence_id, { name: "Left the yard", data: "fence" });
    const { data } = (await send("POST", "/alarm-rules", given)).json();
    expect(data.conditions).toEqual([{ kind: "fence", fence_id, fence_name: "In rules", operator: "out" }]);
    const refused = await send("DELETE", `/fences/${fence_id}`);
    expect([refused.statusCode, refused.json().code]).toEqual([409, "places.fenceInUse"]);
    expect(refused.json().message).toContain("Left the yard");
    const row = (await send("GET", `/fences/${fence_id}`)).json().data;
    expect(row.rules).toEqual([{ rule_id: data.rule_id, name: "Left the yard" }]);
    await send("DELETE", `/alarm-rules/${data.rule_id}`);
    expect((await send("DELETE", `/fences/${fence_id}`)).statusCode).toBe(200);
  });

  it("must be there, of the own tenant, and stands alone [GPS-03]", async () => {
    const foreign = await make("Foreign", testCircle(), stranger);
    expect((await send("POST", "/alarm-rules", rule(foreign.fence_id))).statusCode).toBe(404);
    const { fence_id } = await make("Own");
    const frame = { kind: "frame", is_extended: false, id_from: 1, id_to: 1, operator: "seen" };
    const mixed = { ...rule(fence_id), conditions: [...rule(fence_id).conditions, frame] };
    expect((await send("POST", "/alarm-rules", mixed)).body).toContain("alarms.ruleFencesAlone");
    expect((await send("POST", "/alarm-rules", rule(fence_id, { data: "raw" }))).body).toContain("alarms.ruleData");
  });

  it("is back-tested over stored positions by the evaluator of the alarms [GPS-03] [TRG-07]", async () => {
    const { fence_id } = await make("Tested");
    const device = await testDevice(world.database.db, acme.tenantId, { name: "tested" });
    const drive = [900, 400, 300, 200, 100, 0, 700, 800, 900, 1000];
    await world.store.points.addPositions(
      drive.map((metres, i) => ({
        bindingNumber: device.bindingNumber,
        position: { time: AT + i * 10_000, latitude: 31 + metres / METRES_PER_DEG, longitude: 121 },
      })),
    );
    const draft = { from_time: AT, to_time: AT + 3_600_000, ...rule(fence_id) };
    const test = (more: object) =>
      send("POST", `/things/${device.thingsId}/alarm-back-test`, { ...draft, name: undefined, ...more });
    const { data } = (await test({})).json();
    // The second firing is on to the last position.
    expect(data).toMatchObject({ frames: 10, fired: 2, longest_ms: 30_000 });
    expect(
      data.firings.map(({ reason, start_time }: { reason: string; start_time: number }) => [reason, start_time - AT]),
    ).toEqual([
      ["alreadyOutside", 0],
      ["exit", 60_000],
    ]);
    const enter = await test({ conditions: [{ kind: "fence", fence_id, operator: "enter" }], hold_s: 60 });
    expect(enter.json().data.fired).toBe(0);
    const scope = { kind: "device", id: device.thingsId };
    const started = (await send("POST", "/alarm-searches", { ...draft, name: undefined, scope })).json();
    await vi.waitFor(
      async () => {
        const { data: found } = (await send("GET", `/alarm-searches/${started.data.search_id}`)).json();
        expect(found).toMatchObject({ state: "done", list: [{ device_name: "tested", fired: 2 }] });
      },
      { timeout: 20_000 * PATIENCE, interval: 50 },
    );
  });
});

describe("a file of fences", () => {
  it("is exported as GeoJSON, cut at the date line [GPS-02]", async () => {
    const { fence_id } = await make("Fiji", SHAPES[2]);
    const answer = await send("GET", `/fence-export?fence_id=${fence_id}`);
    expect(answer.headers["content-type"]).toContain("application/geo+json");
    const { features } = JSON.parse(answer.body);
    expect(features).toHaveLength(1);
    expect(features[0].properties).toMatchObject({ name: "Fiji", kind: "rectangle" });
    expect(features[0].geometry.type).toBe("MultiPolygon");
    expect(JSON.parse((await send("GET", "/fence-export")).body).features.length).toBeGreaterThan(1);
  });

  it("is read into regions, with problems by line [GPS-02]", async () => {
    const good = {
      type: "Feature",
      properties: { name: "Jiading" },
      geometry: {
        type: "Polygon",
        coordinates: [
          [
            [0, 0],
            [1, 0],
            [0, 1],
            [0, 0],
          ],
        ],
      },
    };
    const geojson = `{"type":"FeatureCollection","features":[\n${JSON.stringify(good)},\n{"type":"Feature","geometry":null}]}`;
    const read = (await send("POST", "/fence-regions", { geojson })).json();
    expect(read.regions).toMatchObject([{ name: "Jiading", shape: { kind: "region" } }]);
    expect(read.problems).toMatchObject([{ line: 3, code: "places.geoJsonNoArea" }]);
    const made = await make("Region", read.regions[0].shape);
    expect(made.shape.kind).toBe("region");
    const broken = (await send("POST", "/fence-regions", { geojson: '{\n"type":\n' })).json();
    expect(broken).toMatchObject({ regions: [], problems: [{ line: 3, code: "places.geoJsonSyntax" }] });
  });
});

describe("a trial of a fence", () => {
  it("counts who went in and out over stored tracks, and what the judge let pass [GPS-03]", async () => {
    const owner = await world.user({ tenant: "trial", name: "trial", role: "manager" });
    const north = (metres: number) => 31 + metres / METRES_PER_DEG;
    const car = await testDevice(world.database.db, owner.tenantId, { name: "car" });
    const parked = await testDevice(world.database.db, owner.tenantId, { name: "parked" });
    // Every ten seconds at these metres from the middle of a circle of 500 m.
    const drive = [900, 400, 900, 900, 400, 300, 200, 100, 0, 520, 490, 530, 600, 700, 800, 900, 1000];
    const row = (bindingNumber: number, metres: number, i: number) => ({
      bindingNumber,
      position: { time: AT + i * 10_000, latitude: north(metres), longitude: 121 },
    });
    await world.store.points.addPositions([
      ...drive.map((metres, i) => row(car.bindingNumber, metres, i)),
      ...drive.map((_, i) => row(parked.bindingNumber, 10, i)),
    ]);
    const asked = { shape: testCircle(), from_time: AT, to_time: AT + 3_600_000 };
    const trial: FenceTrial = (await send("POST", "/fence-trial", asked, owner)).json().data;
    expect(trial).toMatchObject({ devices: 2, positions: 34, entered: 1, left: 1, passed: 0, inside: ["parked"] });
    expect(trial.avoided).toBe(4);
    expect(trial.crossings.map(({ kind, time, device_name }) => [kind, time - AT, device_name])).toEqual([
      ["exit", 120_000, "car"],
      ["enter", 40_000, "car"],
    ]);
    const long = { ...asked, from_time: AT - 40 * 86_400_000 };
    expect((await send("POST", "/fence-trial", long, owner)).json().code).toBe("places.trialRange");
  });
});
