import { FenceKeeper } from "./alarms/watch/fence-keeper.ts";
import { PositionTimer } from "./alarms/watch/position-timer.ts";
import { RuleKeeper } from "./alarms/watch/rule-keeper.ts";
import { SilenceTimer } from "./alarms/watch/silence-timer.ts";
import { UnwatchedTimer } from "./alarms/watch/unwatched-timer.ts";
import { PointIngest } from "./frames/ingest/ingest-points.ts";
import type { MayStore } from "./frames/ingest/ingest-ports.ts";
import { openIngest } from "./frames/ingest/open-ingest.ts";
import type { FrameServer } from "./frames/servers/frame-server.ts";
import { heldPoints } from "./frames/servers/held-points.ts";
import type { ServerIngest } from "./frames/servers/route-ingest.ts";
import type { OpenFrames } from "./open-frames.ts";
import type { Bus } from "./platform/bus/bus.ts";
import type { Log } from "./platform/log.ts";
import type { Db } from "./platform/postgres/schema.ts";

interface ServerIngestParts {
  readonly server: FrameServer;
  readonly frames: Pick<OpenFrames, "servers" | "places">;
  readonly db: Db;
  readonly bus: Bus;
  readonly log: Log;
  readonly mayStore: MayStore;
  rulesMoved(server: FrameServer): void;
}

export interface StartedServerIngest extends ServerIngest {
  forgetRules(): void;
  close(): Promise<void>;
}

/** Everything of role ingest that belongs to one frame server: its groups, its retries, the rules judged with them. */
export function startServerIngest(parts: ServerIngestParts): StartedServerIngest {
  const { server, frames, db, bus, log, mayStore } = parts;
  const watching = { db, pool: server.database.pool, bus, log, changed: () => parts.rulesMoved(server) };
  const rules = new RuleKeeper(watching);
  const silence = new SilenceTimer({ ...watching, forget: (binding) => rules.forget(binding), now: Date.now });
  silence.start();
  const ingest = openIngest({ landing: server.store.landing, log, mayStore, judge: rules });
  const fences = new FenceKeeper(watching);
  const store = frames.servers.length > 1 ? heldPoints(server, frames.places) : server.store.points;
  const points = new PointIngest(store, log, fences);
  const positions = new PositionTimer({ ...watching, forget: (binding) => fences.forget(binding) });
  positions.start();
  const unwatched = new UnwatchedTimer(watching);
  unwatched.start();
  return {
    server,
    ingest: (batch) => ingest.ingest(batch),
    connected: (bindingNumber) => ingest.connected(bindingNumber),
    points,
    forgetRules() {
      rules.stop();
      fences.stop();
    },
    async close() {
      const timers = [silence.stop(), positions.stop(), unwatched.stop()];
      await Promise.all([ingest.close(), points.close(), ...timers]);
    },
  };
}
