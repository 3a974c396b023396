import { UNLIMITED_PACKAGE } from "@canopy/contract/capacity/package";
import { setPackage } from "../../apps/server/capacity/package-store.ts";
import { FaultProgram } from "../../apps/server/testing/faults/fault-program.ts";
import { manyDevices } from "../../apps/server/testing/faults/many-devices.ts";
import type { TestDevice } from "../../apps/server/testing/test-device.ts";
import { withDescendants } from "../../scripts/setup/processes.ts";
import { cpuSeconds, rssMb } from "./process-use.ts";

/** The program as it runs for a user, with devices to load it, and what it costs. */
export interface LoadProgram {
  readonly program: FaultProgram;
  readonly devices: readonly TestDevice[];
  /** Of the server alone, and of it with its engines. */
  use(): { serverCpu: number; cpu: number; serverRssMb: number; rssMb: number };
  stored(epochs: readonly number[]): Promise<number>;
}

export async function startLoad(deviceCount: number): Promise<LoadProgram> {
  const program = await FaultProgram.start();
  const tenantId = await program.newTenant("bench");
  const database = await program.openDatabase();
  // Minutes of this load are more than the gigabytes of an ordinary package.
  await setPackage(database.db, tenantId, UNLIMITED_PACKAGE);
  const devices = await manyDevices(database.db, tenantId, deviceCount);
  await database.close();
  return {
    program,
    devices,
    use() {
      const engines = [program.pidOf("clickhouse"), program.pidOf("postgres")].filter((pid) => pid !== undefined);
      const all = new Set([program.pid, ...withDescendants(engines)]);
      const sum = (of: (pid: number) => number) => [...all].reduce((total, pid) => total + whileAlive(of, pid), 0);
      return {
        serverCpu: cpuSeconds(program.pid),
        cpu: sum(cpuSeconds),
        serverRssMb: rssMb(program.pid),
        rssMb: sum(rssMb),
      };
    },
    async stored(epochs) {
      const store = program.openStore();
      try {
        const query = "select toString(count()) as frames from frames where epoch in {epochs:Array(UInt32)}";
        const answer = await store.query({ query, query_params: { epochs }, format: "JSONEachRow" });
        const [row] = await answer.json<{ frames: string }>();
        return Number(row?.frames);
      } finally {
        await store.close();
      }
    },
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
