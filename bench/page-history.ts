// The stored frames of one device as one list, in a real browser against the whole program (DAT-02): how long the rows of
// a place take that the thumb was pulled to, and of a page that was turned. `npm run bench -- page-history [--frames N]`.

import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { DEMO_MASTER } from "../apps/server/accounts/seed-demo.ts";
import { findSignInAccounts } from "../apps/server/accounts/user-store.ts";
import { ensureDevice } from "../apps/server/devices/fleet/register-device.ts";
import { newLicenceKey } from "../apps/server/devices/licences/licence-key.ts";
import { openFrameStore } from "../apps/server/frames/store/open-frame-store.ts";
import { createLog } from "../apps/server/platform/log.ts";
import { Random } from "../apps/simulator/world/random.ts";
import type { Program } from "../e2e/support/program.ts";
import { openFramesDatabase, openProgramDatabase } from "../e2e/support/program-database.ts";
import { deviceIdOf } from "../packages/contract/devices/device-id.ts";
import { newThing } from "../packages/contract/devices/thing.ts";
import { fillDevice } from "./load/fill-device.ts";
import { flag } from "./load/flags.ts";
import { launchBrowser, openDemo, startWithPages } from "./load/launch-browser.ts";
import { againstLimits, limitsOf } from "./load/limits.ts";
import { quantile } from "./load/quantile.ts";
import { VehicleTraffic } from "./load/vehicle-traffic.ts";
import type { BenchResult } from "./run.ts";

const PULLS = 60;
const PAGES = 100;
const LIMITS = { atMost: { pullP95Ms: 120, pageP95Ms: 120 } };

export async function run(): Promise<BenchResult> {
  const program = await startWithPages();
  let browser: Browser | undefined;
  try {
    const { thingsId, fromUs, toUs, frames } = await filledDevice(program, flag("frames", 10_000_000));
    browser = await launchBrowser();
    const page = await openDemo(browser, program.baseUrl);
    const range = `from=${Math.floor(fromUs / 1000)}&to=${Math.ceil(toUs / 1000)}`;
    const at = `/Container/HomePage/DeviceDetails?id=${thingsId}&tab=data&sub=history&${range}`;
    await page.goto(`${program.baseUrl}${at}`);
    await page.getByRole("grid").getByRole("gridcell").first().waitFor();
    // The scroll bar is as long as the list once its rows are counted.
    await page.getByTestId("rows-in-sight").waitFor();
    const random = new Random("page-history");
    const pulls = await fillTimes(
      page,
      Array.from({ length: PULLS }, () => random.between(0.02, 0.98)),
    );
    const pages = await fillTimes(
      page,
      Array.from({ length: PAGES }, () => "page"),
    );
    const metrics = {
      frames,
      pullP50Ms: quantile(pulls, 0.5),
      pullP95Ms: quantile(pulls, 0.95),
      pageP50Ms: quantile(pages, 0.5),
      pageP95Ms: quantile(pages, 0.95),
    };
    return { metrics, peers: { limit: limitsOf(LIMITS) }, ratios: againstLimits(metrics, LIMITS) };
  } finally {
    await browser?.close();
    await program.stop();
  }
}

/** The frames lie in the program's own store, as an import would have put them there. */
async function filledDevice({ dataFolder }: Program, frames: number) {
  const store = await openProgramDatabase(dataFolder);
  const framesDatabase = await openFramesDatabase(dataFolder);
  const opened = await openFrameStore({
    database: framesDatabase,
    folder: join(dataFolder, "segments"),
    log: createLog("error"),
  });
  try {
    const [master] = await findSignInAccounts(store.db, DEMO_MASTER);
    if (!master) throw new Error("the demo was not seeded");
    const id = deviceIdOf([0x0a, 0x1b, 0, 0, 0, 0, 0, 0, 0x79]);
    const thing = newThing.parse({ name: "many frames", third_things_id: id });
    const device = await ensureDevice(store.db, master.tenantId, thing, newLicenceKey().key);
    if (!device) throw new Error("the device is taken");
    const { bindingNumber, thingsId } = device;
    const traffic = new VehicleTraffic("ev");
    const filled = await fillDevice(opened, { bindingNumber, traffic, frames, tenantId: master.tenantId });
    return { ...filled, thingsId };
  } finally {
    await opened.close();
    await framesDatabase.close();
    await store.close();
  }
}

/** From the moment that the view stands at a share of the list, or a page on, until every row in sight is filled. */
function fillTimes(page: Page, steps: readonly (number | "page")[]): Promise<number[]> {
  return page.evaluate(async (asked) => {
    const table = document.querySelector<HTMLElement>('[role="grid"]');
    if (!table) throw new Error("no table");
    const shown = () =>
      [...table.querySelectorAll<HTMLElement>('[role="row"][data-state]')].filter((row) => !row.hidden);
    const stand = () =>
      shown()
        .map((row) => row.querySelector('[data-cell="time"]')?.textContent ?? "")
        .join();
    const picture = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const times: number[] = [];
    for (const step of asked) {
      const before = stand();
      const began = performance.now();
      if (step === "page") {
        table.focus();
        table.dispatchEvent(new KeyboardEvent("keydown", { key: "PageDown", bubbles: true }));
      } else {
        table.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
        table.scrollTop = step * (table.scrollHeight - table.clientHeight);
      }
      const isFilled = () =>
        stand() !== before && shown().length > 10 && shown().every((row) => row.dataset.state === "data");
      while (!isFilled()) {
        if (performance.now() - began > 10_000) throw new Error("the rows did not come");
        await picture();
      }
      times.push(performance.now() - began);
      // The next one begins at rest.
      while (performance.now() - began < 400) await picture();
    }
    return times;
  }, steps);
}
