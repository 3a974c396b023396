import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DAY_US } from "../../apps/server/frames/store/time-window.ts";
import { createDbc } from "../../apps/server/signals/dbc/keep-dbc.ts";
import type { TestDevice } from "../../apps/server/testing/terminals/test-device.ts";
import { MOTOR_SPEED } from "./ev-signals.ts";
import { fillDevice } from "./fill-device.ts";
import type { LoadProgram } from "./load-program.ts";
import { VehicleTraffic } from "./vehicle-traffic.ts";

const EV_DBC = join(import.meta.dirname, "../../apps/simulator/vehicles/ev.dbc");
const PIXELS = 2_000;

/** Curves of a day of 100 Hz, asked for again as soon as they are there, as pages do over HTTP. */
export class CurveLoops {
  readonly #load: LoadProgram;
  readonly #url: string;
  readonly #body: string;
  readonly #stopping = new AbortController();
  #running: Promise<unknown> = Promise.resolve();
  #timesMs: number[] = [];

  private constructor(load: LoadProgram, url: string, body: string) {
    this.#load = load;
    this.#url = url;
    this.#body = body;
  }

  /** Fills the device first. */
  static async prepare(load: LoadProgram, device: TestDevice, frames: number): Promise<CurveLoops> {
    const { fromUs, toUs, item } = await prepareCurve(load, device, frames);
    const [from, to] = [fromUs, Math.min(toUs, fromUs + DAY_US)];
    const body = { start_time: String(from), end_time: String(to), pixels: PIXELS, items: [item] };
    return new CurveLoops(load, `/api/things/${device.thingsId}/signals/curves`, JSON.stringify(body));
  }

  start(tokens: readonly string[]): void {
    this.#running = Promise.all(tokens.map((token) => this.#loop(token)));
    this.#running.catch(() => undefined);
  }

  /** Of the curves since it was last asked. */
  takeTimesMs(): number[] {
    const taken = this.#timesMs;
    this.#timesMs = [];
    return taken;
  }

  /** Rejects where a curve was refused. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #loop(token: string): Promise<void> {
    const { signal } = this.#stopping;
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    while (!signal.aborted) {
      const began = performance.now();
      const answer = await fetch(`${this.#load.program.base}${this.#url}`, {
        method: "POST",
        headers,
        body: this.#body,
      });
      const text = await answer.text();
      if (!answer.ok || !text.includes('"drawn"')) throw new Error(`no curve: ${text.slice(0, 200)}`);
      this.#timesMs.push(performance.now() - began);
    }
  }
}

/** A device with a history, and a signal of it to draw. */
export async function prepareCurve(load: LoadProgram, { bindingNumber, tenantId }: TestDevice, frames: number) {
  const traffic = new VehicleTraffic("ev");
  const { fromUs, toUs } = await fillDevice(load.frames.store, { bindingNumber, tenantId, traffic, frames });
  const database = await load.program.openDatabase();
  const given = { bytes: readFileSync(EV_DBC), remark: "", draft: false, author: "" };
  const dbcId = await createDbc(database.db, tenantId, "bench.dbc", given);
  await database.close();
  const { channel, message, signals } = MOTOR_SPEED;
  const item = { channel, dbc_id: dbcId, message_id: message.id, is_extended: false, signal: signals[0]?.name };
  return { fromUs, toUs, item };
}
