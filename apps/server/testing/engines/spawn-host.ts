import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { z } from "zod";

const Report = z.object({
  fault: z.string().optional(),
  enginePid: z.number().optional(),
  url: z.string().optional(),
  home: z.object({ folder: z.string(), relocated: z.boolean() }).optional(),
});

export interface Host extends z.infer<typeof Report> {
  readonly child: ChildProcess;
  /** Signals it and waits for its end. */
  end(signal: NodeJS.Signals): Promise<void>;
}

interface HostOptions {
  readonly relocatedRoot?: string;
  readonly uid?: number;
  /** As in a container of its own: it sees no other processes and no shared memory of theirs. Needs root. */
  readonly isApart?: boolean;
}

const APART = ["--pid", "--ipc", "--fork", "--kill-child", "--mount-proc"];

/** Starts `engine-host.ts` on a data folder and waits for its report. */
export async function spawnHost(dataFolder: string, options: HostOptions = {}): Promise<Host> {
  const args = [join(import.meta.dirname, "engine-host.ts"), dataFolder, options.relocatedRoot ?? ""].filter(Boolean);
  const [command = "", ...rest] = [...(options.isApart ? ["unshare", ...APART] : []), process.execPath, ...args];
  const child = spawn(command, rest, {
    ...(options.uid !== undefined && { uid: options.uid, gid: options.uid }),
    cwd: "/",
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  const line = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).once("line", resolve);
    void exited.then(([code]) => reject(new Error(`the host ended with ${code} and no report`)));
  });
  return {
    ...Report.parse(JSON.parse(line)),
    child,
    async end(signal) {
      child.kill(signal);
      await exited;
    },
  };
}

/** A temporary folder others may enter (mkdtemp makes 0700). */
export function openFolder(mode = 0o755): string {
  const folder = mkdtempSync(join(tmpdir(), "canopy-host-"));
  chmodSync(folder, mode);
  return folder;
}
