import { type LookAtFrameServers, type LookedAt, lookAtFrameServer } from "./frames/store/frame-servers.ts";
import { CountRecorder } from "./operating/count-recorder.ts";
import { newTally, type ProcessTally } from "./operating/process-tally.ts";
import { recordSamples } from "./operating/sample-recorder.ts";
import type { Config } from "./platform/config.ts";
import type { Log } from "./platform/log.ts";
import type { Db } from "./platform/postgres/schema.ts";

interface ConsoleParts {
  readonly config: Pick<Config, "roles">;
  readonly db: Db;
  readonly servers: readonly LookedAt[];
  /** Frames that this process has settled. */
  settledFrames(): number;
  readonly log: Log;
}

interface SystemConsole {
  readonly tally: ProcessTally;
  readonly frameServers: LookAtFrameServers;
  stop(): void;
}

/** What every process counts for the system console; workers look at the frame servers too. */
export function systemConsole({ config, db, servers, settledFrames, log }: ConsoleParts): SystemConsole {
  const tally = newTally();
  const looks = servers.map(lookAtFrameServer);
  const frameServers = () => Promise.all(looks.map((look) => look()));
  const read = () => ({ ...tally, settledFrames: settledFrames() });
  const recorder = new CountRecorder({ db, log, read, now: Date.now });
  recorder.start();
  const stopSamples = config.roles.includes("worker") ? recordSamples({ db, log, frameServers }) : undefined;
  return {
    tally,
    frameServers,
    stop() {
      recorder.stop();
      stopSamples?.();
    },
  };
}
