import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Another process works on this spool. */
export class SpoolInUse extends Error {}

/** One agent per spool: two would give the same sequence to different frames. */
export class SpoolLock {
  private readonly path: string;

  constructor(folder: string) {
    this.path = join(folder, "pid");
    const [pid, since] = read(this.path)?.split(" ") ?? [];
    // After a crash the number may belong to another program, but not together with the time of its start.
    if (pid !== undefined && Number(pid) !== process.pid && since === startOf(Number(pid))) {
      throw new SpoolInUse(`${folder} is in use by process ${pid}`);
    }
    writeFileSync(this.path, `${process.pid} ${startOf(process.pid)}`);
  }

  release(): void {
    rmSync(this.path, { force: true });
  }
}

/** proc(5): the 22nd field is the time of the start; the name before it may hold blanks. */
function startOf(pid: number): string | undefined {
  return read(`/proc/${pid}/stat`)?.split(") ").at(-1)?.split(" ")[19];
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
