import { setTimeout as sleep } from "node:timers/promises";
import { UNLIMITED_PACKAGE } from "@canopy/contract/capacity/package";
import { setPackage } from "../../apps/server/capacity/package-store.ts";
import { DUE_FRAMES, DUE_MS } from "../../apps/server/frames/settling/settle.ts";
import type { StoreReport } from "../../apps/server/frames/store/store-report.ts";
import type { OpenFrames } from "../../apps/server/open-frames.ts";
import type { Database } from "../../apps/server/platform/postgres/open-database.ts";
import { FaultProgram } from "../../apps/server/testing/faults/fault-program.ts";
import { manyDevices } from "../../apps/server/testing/faults/many-devices.ts";
import type { TestDevice } from "../../apps/server/testing/terminals/test-device.ts";
import { withDescendants } from "../../scripts/setup/processes.ts";
import { cpuSeconds, rssMb } from "./process-use.ts";

const SETTLED_WITHIN_MS = 180_000;

interface ProcessUse {
  /** Of the server alone, and of it with PostgreSQL. */
  readonly serverCpu: number;
  readonly cpu: number;
  readonly serverRssMb: number;
  readonly rssMb: number;
}

/** The program as it runs for a user, with devices to load it, and what it costs. */
export interface LoadProgram {
  readonly program: FaultProgram;
  readonly tenantId: string;
  readonly devices: readonly TestDevice[];
  /** Its frame store, opened beside it. */
  readonly frames: OpenFrames;
  use(): ProcessUse;
  /** Landed or settled; all of them were sent since the start. */
  stored(): Promise<number>;
  waiting(): Promise<Waiting>;
  /** Until the first devices have enough to be settled, which takes a part of the cores; gives the seconds. */
  untilSettling(withinS: number): Promise<number>;
  /** What a load has left behind is settled: the next is a load of its own. */
  untilNothingIsDue(): Promise<void>;
  stop(): Promise<void>;
}

/** What of the landing is not settled yet. */
interface Waiting extends StoreReport {
  /** How long the device that waits longest has been due. */
  readonly longestDueMs: number;
}

export async function startLoad(deviceCount: number): Promise<LoadProgram> {
  const program = await FaultProgram.start();
  const tenantId = await program.newTenant("bench");
  const database = await program.openDatabase();
  // Minutes of this load are more than the gigabytes of an ordinary package.
  await setPackage(database.db, tenantId, UNLIMITED_PACKAGE);
  const devices = await manyDevices(database.db, tenantId, deviceCount);
  await database.close();
  const frames = await program.openFrames();
  const waiting = async () => ({ ...(await frames.store.report()), longestDueMs: await longestDueMs(frames) });
  return {
    program,
    tenantId,
    devices,
    frames,
    use: () => useOf(program),
    stored: () => storedFrames(frames),
    waiting,
    untilSettling: (withinS) => untilSettling(frames, withinS),
    async untilNothingIsDue() {
      const end = performance.now() + SETTLED_WITHIN_MS;
      while ((await waiting()).dueBindings > 0 && performance.now() < end) await sleep(2000);
    },
    async stop() {
      await frames.close();
      await program.stop();
    },
  };
}

function useOf(program: FaultProgram): ProcessUse {
  const postgres = program.pidOf("postgres");
  const all = new Set([program.pid, ...withDescendants(postgres === undefined ? [] : [postgres])]);
  const sum = (of: (pid: number) => number) => [...all].reduce((total, pid) => total + whileAlive(of, pid), 0);
  return {
    serverCpu: cpuSeconds(program.pid),
    cpu: sum(cpuSeconds),
    serverRssMb: rssMb(program.pid),
    rssMb: sum(rssMb),
  };
}

/** A backend of PostgreSQL may end between two looks. */
function whileAlive(of: (pid: number) => number, pid: number): number {
  try {
    return of(pid);
  } catch {
    return 0;
  }
}

async function untilSettling(frames: OpenFrames, withinS: number): Promise<number> {
  for (let second = 0; second < withinS; second += 1) {
    const found = await framesPool(frames).query("select 1 from segments limit 1");
    if (found.rowCount !== 0) return second;
    await sleep(1000);
  }
  return withinS;
}

/** Of the one frame server. */
export function framesPool({ servers }: OpenFrames): Database["pool"] {
  const [server] = servers;
  if (server === undefined) throw new Error("there is no frame server");
  return server.database.pool;
}

async function storedFrames(frames: OpenFrames): Promise<number> {
  const found = await framesPool(frames).query<{ frames: number }>(
    `select coalesce(sum(frames), 0)::bigint as frames from (
        select frames from landing union all select frames from segments) f`,
  );
  return found.rows[0]?.frames ?? 0;
}

/** A device is due since it has so many frames landed, or its oldest batch has waited so long. */
async function longestDueMs(frames: OpenFrames): Promise<number> {
  const found = await framesPool(frames).query<{ ms: number }>(
    `select coalesce(extract(epoch from now() - min(due_at)) * 1000, 0)::float8 as ms from (
        select case when so_far >= $1 then landed_at else landed_at + $2 * interval '1 millisecond' end as due_at
        from (select landed_at, sum(frames) over (partition by binding order by id) as so_far from landing) l) d
      where due_at <= now()`,
    [DUE_FRAMES, DUE_MS],
  );
  return found.rows[0]?.ms ?? 0;
}
