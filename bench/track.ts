// The track page of a device with 200,000 positions, in a real browser against the whole program (GPS-01): from the click
// on its tab to the thinned line, and to the whole one. `npm run bench -- track [--positions N]`.

import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { DEMO_MASTER } from "../apps/server/accounts/seed-demo.ts";
import { findSignInAccounts } from "../apps/server/accounts/user-store.ts";
import { ensureDevice } from "../apps/server/devices/fleet/register-device.ts";
import { newLicenceKey } from "../apps/server/devices/licences/licence-key.ts";
import { openFrameStore } from "../apps/server/frames/store/open-frame-store.ts";
import { createLog } from "../apps/server/platform/log.ts";
import { Random } from "../apps/simulator/world/random.ts";
import { WEBGL } from "../e2e/support/find-browser.ts";
import type { Program } from "../e2e/support/program.ts";
import { openFramesDatabase, openProgramDatabase } from "../e2e/support/program-database.ts";
import type { GpsPosition } from "../packages/contract/device-link/gps.ts";
import { deviceIdOf } from "../packages/contract/devices/device-id.ts";
import { newThing } from "../packages/contract/devices/thing.ts";
import { flag } from "./load/flags.ts";
import { launchBrowser, openDemo, startWithPages } from "./load/launch-browser.ts";
import { againstLimits, limitsOf } from "./load/limits.ts";
import { quantile } from "./load/quantile.ts";
import type { BenchResult } from "./run.ts";

const OPENINGS = 7;
const ROWS = 10_000;
const STEP_MS = 1000;
/** GPS-01: the thinned line in 1.5 s, the whole one in 3 s. */
const LIMITS = {
  atMost: { webglFirstP50Ms: 1500, webglWholeP50Ms: 3000, canvasFirstP50Ms: 1500, canvasWholeP50Ms: 3000 },
};

export async function run(): Promise<BenchResult> {
  const program = await startWithPages();
  try {
    const drive = await drivenDevice(program, flag("positions", 200_000));
    const metrics = {
      positions: drive.positions,
      ...named("webgl", await openings(program, drive, WEBGL.on)),
      ...named("canvas", await openings(program, drive, WEBGL.off)),
    };
    return { metrics, peers: { limit: limitsOf(LIMITS) }, ratios: againstLimits(metrics, LIMITS) };
  } finally {
    await program.stop();
  }
}

interface Drive {
  readonly thingsId: string;
  readonly startMs: number;
  readonly positions: number;
}

async function drivenDevice({ dataFolder }: Program, positions: number): Promise<Drive> {
  const store = await openProgramDatabase(dataFolder);
  const database = await openFramesDatabase(dataFolder);
  const opened = await openFrameStore({ database, folder: join(dataFolder, "segments"), log: createLog("error") });
  try {
    const [master] = await findSignInAccounts(store.db, DEMO_MASTER);
    if (!master) throw new Error("the demo was not seeded");
    const id = deviceIdOf([0x0a, 0x1b, 0, 0, 0, 0, 0, 0, 0x7a]);
    const thing = newThing.parse({ name: "long drive", third_things_id: id });
    const device = await ensureDevice(store.db, master.tenantId, thing, newLicenceKey().key);
    if (!device) throw new Error("the device is taken");
    const startMs = Math.floor(Date.now() / 1000) * 1000 - positions * STEP_MS;
    const drive = winding(startMs, positions);
    for (let at = 0; at < positions; at += ROWS)
      await opened.points.importPositions(device.bindingNumber, drive.slice(at, at + ROWS));
    return { thingsId: device.thingsId, startMs, positions };
  } finally {
    await opened.close();
    await database.close();
    await store.close();
  }
}

/** Roads that bend, at speeds that change, with the noise of a receiver. */
function winding(startMs: number, count: number): GpsPosition[] {
  const random = new Random("track");
  let [latitude, longitude, course, speed] = [31.2, 121.4, 45, 50];
  return Array.from({ length: count }, (_, i) => {
    course += random.between(-12, 12);
    speed = Math.min(120, Math.max(5, speed + random.between(-4, 4)));
    const metres = speed / 3.6;
    latitude += (metres * Math.cos((course * Math.PI) / 180) + random.between(-1, 1)) / 111_195;
    longitude += (metres * Math.sin((course * Math.PI) / 180) + random.between(-1, 1)) / 95_000;
    return { time: startMs + i * STEP_MS, latitude, longitude, speed_kmh: speed, course: ((course % 360) + 360) % 360 };
  });
}

interface Opening {
  readonly firstMs: number;
  readonly wholeMs: number;
}

async function openings(program: Program, drive: Drive, args: readonly string[]): Promise<Opening[]> {
  let browser: Browser | undefined;
  try {
    browser = await launchBrowser(args);
    const page = await openDemo(browser, program.baseUrl);
    // Without a graphics processor a map is plain unless somebody wants it otherwise.
    await page.evaluate(() => localStorage.setItem("canopy.map.softwareWebgl", "on"));
    const times: Opening[] = [];
    for (let i = 0; i <= OPENINGS; i++) times.push(await opening(page, program, drive, i));
    // The first one also loads the map's script.
    return times.slice(1);
  } finally {
    await browser?.close();
  }
}

/** Another range each time: the page keeps what it has read. */
async function opening(page: Page, { baseUrl }: Program, drive: Drive, number: number): Promise<Opening> {
  const { thingsId, startMs, positions } = drive;
  const range = `from=${startMs - 1000 - number}&to=${startMs + positions * STEP_MS}`;
  await page.goto(`${baseUrl}/Container/HomePage/DeviceDetails?id=${thingsId}&tab=management&${range}`);
  await page.waitForLoadState("networkidle");
  return page.getByRole("tab", { name: /^(GPS 轨迹|GPS track)$/ }).evaluate(
    (tab: HTMLElement, all) =>
      new Promise<Opening>((resolve) => {
        const from = performance.now();
        let firstMs: number | undefined;
        let [steady, wholeMs] = [0, 0];
        tab.click();
        requestAnimationFrame(function look() {
          const facts = document.querySelector("[data-testid=track-facts]")?.textContent ?? "";
          const isDrawn = document.querySelector("[data-map] [aria-busy=false]") !== null;
          const isWhole = isDrawn && facts.startsWith(all) && /all drawn|全部绘出/.test(facts);
          const passed = performance.now() - from;
          if (isDrawn && facts !== "") firstMs ??= passed;
          // The layer is set a moment after the sentence: it must stay drawn.
          steady = isWhole ? steady + 1 : 0;
          if (steady === 1) wholeMs = passed;
          if (firstMs !== undefined && steady > 5) resolve({ firstMs, wholeMs });
          else requestAnimationFrame(look);
        });
      }),
    positions.toLocaleString("en"),
  );
}

function named(map: string, times: readonly Opening[]): Record<string, number> {
  const [first, whole] = [times.map(({ firstMs }) => firstMs), times.map(({ wholeMs }) => wholeMs)];
  return {
    [`${map}FirstP50Ms`]: quantile(first, 0.5),
    [`${map}FirstMaxMs`]: Math.max(...first),
    [`${map}WholeP50Ms`]: quantile(whole, 0.5),
    [`${map}WholeMaxMs`]: Math.max(...whole),
  };
}
