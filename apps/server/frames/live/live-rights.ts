import type { Caller } from "../../platform/http/caller.ts";
import type { Log } from "../../platform/log.ts";
import type { Bindings, Watched } from "./live-rights-store.ts";

/** How soon a withdrawn right ends its subscriptions. */
const RECHECK_MS = 1000;

export interface RightsPorts {
  /** The callers of these tokens. */
  resolveCallers(tokens: readonly string[]): Promise<ReadonlyMap<string, Caller>>;
  readableWatched(watched: readonly Watched[]): Promise<readonly Bindings[]>;
  readableByAll(callers: readonly Caller[]): Promise<readonly ReadonlySet<string>[]>;
  readonly log: Log;
}

/** The state of a session; the answer decides whether it may continue. */
export interface Checked {
  readonly token: string;
  readonly thingsIds: readonly string[];
  readonly watchesStatus: boolean;
}

export interface Judgement {
  readonly caller: Caller;
  readonly bindings: Bindings;
  /** Undefined: the whole tenant. */
  readonly readable: ReadonlySet<string> | undefined;
}

export interface CheckedSession {
  /**
   * Called at the beginning of a check; returns the rights to judge and the receiver of the judgement. Null: the
   * session ended.
   */
  check(): { readonly asked: Checked; judge(judgement: Judgement | null): void };
}

/** USR-03: a right may have ended since the subscription. All sessions of a process are checked together. */
export class LiveRights {
  readonly #ports: RightsPorts;
  readonly #sessions = new Set<CheckedSession>();
  #timer: NodeJS.Timeout | undefined;
  #isChecking = false;

  constructor(ports: RightsPorts) {
    this.#ports = ports;
  }

  /** Until the answer is called. */
  watch(session: CheckedSession): () => void {
    this.#sessions.add(session);
    this.#timer ??= setInterval(() => void this.checkAll(), RECHECK_MS);
    return () => {
      this.#sessions.delete(session);
      if (this.#sessions.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  }

  async checkAll(): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    try {
      await this.#judge([...this.#sessions].map((session) => session.check()));
    } catch (error) {
      // Not known now is not withdrawn; the next turn asks again.
      this.#ports.log.warn({ err: error }, "live rights could not be checked");
    } finally {
      this.#isChecking = false;
    }
  }

  async #judge(checks: readonly ReturnType<CheckedSession["check"]>[]): Promise<void> {
    const callers = await this.#ports.resolveCallers([...new Set(checks.map(({ asked }) => asked.token))]);
    const held = checks.flatMap(({ asked, judge }) => {
      const caller = callers.get(asked.token);
      return caller ? [{ asked, judge, caller }] : [];
    });
    const watching = held.filter(({ asked }) => asked.thingsIds.length > 0);
    const watched = watching.map(({ caller, asked }) => ({ caller, thingsIds: asked.thingsIds }));
    const bindings = watched.length > 0 ? await this.#ports.readableWatched(watched) : [];
    const byCheck = new Map(watching.map((check, at) => [check, bindings[at]]));
    const readable = await this.#readable(held);
    for (const { asked, judge } of checks) if (!callers.has(asked.token)) judge(null);
    for (const check of held)
      check.judge({
        caller: check.caller,
        bindings: byCheck.get(check) ?? new Map(),
        readable: readable.get(check.asked.token),
      });
  }

  /** By token, of callers that watch statuses and may not read their whole tenant. */
  async #readable(
    held: readonly { readonly asked: Checked; readonly caller: Caller }[],
  ): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
    const limited = new Map(
      held
        .filter(({ asked, caller }) => asked.watchesStatus && (caller.role === "sub" || caller.devices !== null))
        .map(({ asked, caller }) => [asked.token, caller]),
    );
    if (limited.size === 0) return new Map();
    const sets = await this.#ports.readableByAll([...limited.values()]);
    return new Map([...limited.keys()].map((token, at) => [token, sets[at] ?? new Set()]));
  }
}
