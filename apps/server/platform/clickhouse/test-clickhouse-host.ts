/** A server's part about ClickHouse as a process of its own that tests can kill: prints the child's pid and stays. */
import { engineHome } from "../engines/engine-home.ts";
import { createLog } from "../log.ts";
import { startClickHouse } from "./clickhouse-engine.ts";

const [folder = "", leaseMs = "60000"] = process.argv.slice(2);
const engine = startClickHouse(engineHome(folder), createLog("fatal"), { leaseMs: Number(leaseMs) });
await engine.whenReady();
console.log(JSON.stringify({ pid: engine.pid }));
setInterval(() => undefined, 1_000);
