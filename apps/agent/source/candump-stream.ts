import { spawn } from "node:child_process";
import { addAbortSignal, type Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { FrameBatch } from "@canopy/can/frame/batch";
import { CandumpReader } from "@canopy/can/logs/candump/candump-read";
import type { FrameSource, ReportProblem, TakeFrames } from "./source.ts";

const RESTART_MS = 2000;

/** `candump -L` on standard input. */
export function candumpInput(stream: Readable, complain: ReportProblem): FrameSource {
  return { identity: null, read: (take, signal) => readCandump(stream, take, signal, complain) };
}

/** SocketCAN interfaces, through `candump` of can-utils: no native code, and it knows every kernel. */
export function socketCan(interfaces: readonly string[], complain: ReportProblem): FrameSource {
  return {
    identity: null,
    interfaces: new Map(interfaces.map((name) => [channelOf(name), name])),
    async read(take, signal) {
      while (!signal.aborted) {
        const child = spawn("candump", ["-L", "-x", ...interfaces], { stdio: ["ignore", "pipe", "pipe"] });
        const stop = () => child.kill();
        signal.addEventListener("abort", stop, { once: true });
        child.on("error", (error) => complain(`candump: ${error.message}`));
        child.stderr.on("data", (chunk) => complain(`candump: ${String(chunk).trim()}`));
        await readCandump(child.stdout, take, signal, complain);
        signal.removeEventListener("abort", stop);
        if (signal.aborted) return;
        // An interface that went down, or is not there yet.
        await sleep(RESTART_MS, undefined, { signal }).catch(() => undefined);
      }
    },
  };
}

/** As candump's log names it: can1 is channel 1 by the digits of its name. */
function channelOf(name: string): number {
  return Number(/\d+$/.exec(name)?.[0] ?? 0);
}

async function readCandump(
  stream: Readable,
  take: TakeFrames,
  signal: AbortSignal,
  complain: ReportProblem,
): Promise<void> {
  const batch = new FrameBatch();
  const reader = new CandumpReader({
    frames: (read) => {
      for (let i = 0; i < read.length; i++) batch.pushFrame(read.at(i));
    },
    problem: ({ line }) => complain(`line ${line} is not of candump -L`),
  });
  const hand = async () => {
    if (batch.length > 0) await take(batch);
    batch.clear();
  };
  try {
    for await (const chunk of addAbortSignal(signal, stream)) {
      reader.write(new Uint8Array(Buffer.from(chunk)));
      await hand();
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    return;
  }
  reader.end();
  await hand();
}
