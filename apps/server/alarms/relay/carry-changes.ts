import { randomUUID } from "node:crypto";
import { ACTION_FLOOR_MINUTES, type RuleAction } from "@canopy/contract/alarms/rule-content";
import type { ChangeRow } from "./change-store.ts";
import type { ChangedRule } from "./changed-rule.ts";
import { type Cause, type OutboxRow, outboxRows } from "./outbox-rows.ts";
import type { ContextDevice, ContextMute, ContextRule, RelayContext } from "./relay-context.ts";
import { isSilent } from "./silence.ts";

const MINUTE_MS = 60_000;
/** The command of a recovery has a turn of its own: one that undoes what a firing did must not wait for that. */
const RECOVER_TURN = "recover command";

interface Fired {
  readonly rule: ChangedRule;
  readonly change: ChangeRow;
  readonly escalateAtMs: number | null;
  /** Nothing was sent then. */
  readonly isMuted: boolean;
}

/** An event with what the changes make of it. */
export interface CarriedEvent {
  readonly id: string;
  /** Undefined: it was there before. */
  readonly fired?: Fired;
  readonly kinds: Set<string>;
  /** The last change that touched it. */
  last: ChangeRow | undefined;
  endedUs: number | null;
  endReason: "recovered" | "rule" | null;
  held: number;
}

/** Of a kind of action of a rule on a device; the recovery and the escalation have others than the firing. */
export interface Turn {
  readonly rule_id: string;
  readonly things_id: string;
  readonly kind: string;
  /** Milliseconds; undefined: never sent. */
  last_ms: number | undefined;
  held: number;
  isChanged: boolean;
}

/** What becomes of the changes of one round, in their order: pure, so that one statement writes it. */
export class CarriedChanges {
  readonly #nowMs: number;
  readonly #devices: ReadonlyMap<number, ContextDevice>;
  readonly #rules: ReadonlyMap<string, ContextRule>;
  readonly #mutes: readonly ContextMute[];
  readonly #running = new Map<string, CarriedEvent>();
  readonly #turns = new Map<string, Turn>();
  readonly events: CarriedEvent[] = [];
  readonly outbox: OutboxRow[] = [];
  readonly tenants = new Set<string>();

  constructor({ devices, rules, running, sends, mutes }: RelayContext, nowMs: number) {
    this.#nowMs = nowMs;
    this.#devices = new Map((devices ?? []).map((device) => [device.binding, device]));
    this.#rules = new Map((rules ?? []).map((rule) => [rule.ruleId, rule]));
    this.#mutes = mutes ?? [];
    for (const { id, kinds, ...key } of running ?? [])
      this.#keep(key, { id, kinds: new Set(kinds), last: undefined, endedUs: null, endReason: null, held: 0 });
    for (const { ruleId, thingsId, kind, lastMs } of sends ?? [])
      this.#turn({ ruleId, thingsId }, kind).last_ms = lastMs;
  }

  get turns(): Turn[] {
    return [...this.#turns.values()].filter(({ isChanged }) => isChanged);
  }

  /** Nothing comes of a change whose rule or device is gone. */
  carry(change: ChangeRow): void {
    const [device, rule] = [this.#devices.get(change.binding), this.#rules.get(change.ruleId)];
    if (!device || rule?.tenantId !== device.tenantId) return;
    this.tenants.add(device.tenantId);
    const changed = { ...rule, ...device };
    if (change.kind === "fired") this.#fire(changed, change);
    else this.#follow(changed, change);
  }

  #fire(rule: ChangedRule, change: ChangeRow): void {
    const isMuted = !change.isLate && this.#isSilent(rule);
    const { escalate } = rule.content;
    const escalateAtMs = escalate && !change.isLate ? this.#nowMs + escalate.after_min * MINUTE_MS : null;
    const event: CarriedEvent = {
      id: randomUUID(),
      fired: { rule, change, escalateAtMs, isMuted },
      kinds: new Set(),
      last: change,
      endedUs: null,
      endReason: null,
      held: 0,
    };
    // What fires again is not what ran before: the rule or its device was another meanwhile.
    this.#end(change, "rule");
    this.#keep(change, event);
    if (!change.isLate && !isMuted) this.#act(event, rule, change, "fired");
  }

  #follow(rule: ChangedRule, change: ChangeRow): void {
    const event = this.#running.get(keyOf(change));
    if (event === undefined) return;
    event.last = change;
    const maySend = !change.isLate && !this.#isSilent(rule);
    if (change.kind === "repeated" && maySend) this.#act(event, rule, change, "repeated");
    if (change.kind !== "recovered") return;
    this.#end(change, "recovered");
    if (maySend) this.#tellRecovery(event, rule, change);
    // What a command of the firing began is ended also while nobody is told anything.
    if (maySend || event.kinds.has("command")) this.#commandRecovery(event, rule, change);
  }

  /** TRG-04: each kind of action at its own frequency; what is held back is counted. */
  #act(event: CarriedEvent, rule: ChangedRule, change: ChangeRow, cause: Cause): void {
    for (const action of rule.content.actions) {
      if (!this.#takeTurn(event, this.#turn(rule, action.kind), action.every_min)) continue;
      event.kinds.add(action.kind);
      this.outbox.push(...outboxRows({ eventId: event.id, rule, change }, cause, action.kind, targetsOf(action)));
    }
  }

  #takeTurn(event: CarriedEvent, turn: Turn, everyMin: number): boolean {
    turn.isChanged = true;
    const isFree = turn.last_ms === undefined || turn.last_ms + everyMin * MINUTE_MS <= this.#nowMs;
    if (isFree) turn.last_ms = this.#nowMs;
    else {
      turn.held += 1;
      event.held += 1;
    }
    return isFree;
  }

  /** Once, to those who heard of the alarm; the turns of a recovery are its own, no more of them than the kind allows. */
  #tellRecovery(event: CarriedEvent, rule: ChangedRule, change: ChangeRow): void {
    const { recover, actions } = rule.content;
    const of = { eventId: event.id, rule, change };
    for (const { kind, targets } of recover.notify ? actions : []) {
      if (kind === "command" || !event.kinds.has(kind)) continue;
      if (this.#takeTurn(event, this.#turn(rule, `recovered ${kind}`), ACTION_FLOOR_MINUTES[kind]))
        this.outbox.push(...outboxRows(of, "recovered", kind, targets));
    }
  }

  #commandRecovery(event: CarriedEvent, rule: ChangedRule, change: ChangeRow): void {
    const { command } = rule.content.recover;
    if (command === undefined || !this.#mayCommand(event, rule)) return;
    const of = { eventId: event.id, rule, change };
    this.outbox.push(...outboxRows(of, "recovered", "command", [JSON.stringify(command)]));
  }

  /** Behind the command of its firing always, which came at its own frequency; else at most once a minute. */
  #mayCommand(event: CarriedEvent, rule: ChangedRule): boolean {
    const turn = this.#turn(rule, RECOVER_TURN);
    if (event.kinds.has("command")) turn.last_ms = undefined;
    return this.#takeTurn(event, turn, ACTION_FLOOR_MINUTES.command);
  }

  #isSilent(rule: ChangedRule): boolean {
    return isSilent(rule, this.#mutes, this.#nowMs);
  }

  #end(change: ChangeRow, reason: "recovered" | "rule"): void {
    const event = this.#running.get(keyOf(change));
    if (event === undefined) return;
    event.endedUs = change.atUs;
    event.endReason = reason;
    this.#running.delete(keyOf(change));
  }

  #keep(key: ChangeKey, event: CarriedEvent): void {
    this.#running.set(keyOf(key), event);
    this.events.push(event);
  }

  #turn({ ruleId, thingsId }: Pick<ChangedRule, "ruleId" | "thingsId">, kind: string): Turn {
    const key = `${ruleId} ${thingsId} ${kind}`;
    const known = this.#turns.get(key);
    if (known !== undefined) return known;
    const turn = { rule_id: ruleId, things_id: thingsId, kind, last_ms: undefined, held: 0, isChanged: false };
    this.#turns.set(key, turn);
    return turn;
  }
}

type ChangeKey = Pick<ChangeRow, "binding" | "ruleId" | "channel" | "isLate">;

/** One event runs at a time for each of these. */
const keyOf = ({ binding, ruleId, channel, isLate }: ChangeKey): string => `${binding} ${ruleId} ${channel} ${isLate}`;

const targetsOf = ({ kind, targets, command }: RuleAction): readonly string[] =>
  kind === "command" ? [JSON.stringify(command)] : targets;
