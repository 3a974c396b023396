import type { Log } from "../../platform/log.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { type DueCommand, settleCommand } from "./command-queue-store.ts";

/** Under way at once: a device that does not answer holds one of them for 10 s. */
const MOST_UNDER_WAY = 64;

export interface RuleCommandParts {
  readonly db: Db;
  readonly log: Log;
  /** Sends a rule's command to its device; gives what became of it. */
  sendCommand(command: DueCommand): Promise<string>;
}

/** TRG-04: commands of rules that are under way, which nobody waits for but the end of the process. */
export class RuleCommands {
  readonly #parts: RuleCommandParts;
  readonly #underWay = new Set<Promise<void>>();

  constructor(parts: RuleCommandParts) {
    this.#parts = parts;
  }

  /** How many more may go now. */
  get room(): number {
    return MOST_UNDER_WAY - this.#underWay.size;
  }

  send(command: DueCommand): void {
    const sent = this.#send(command).finally(() => this.#underWay.delete(sent));
    this.#underWay.add(sent);
  }

  /** Until each of them has its outcome. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  async #send(command: DueCommand): Promise<void> {
    const { db, log } = this.#parts;
    const outcome = await this.#outcomeOf(command);
    try {
      await db.transaction().execute((transaction) => settleCommand(transaction, command, outcome));
    } catch (error) {
      log.warn(
        { err: error, event: command.eventId },
        "the outcome of a rule's command could not be kept: it counts as lost",
      );
    }
  }

  async #outcomeOf(command: DueCommand): Promise<string> {
    try {
      return await this.#parts.sendCommand(command);
    } catch (error) {
      this.#parts.log.error({ err: error, event: command.eventId }, "a rule's command could not be sent");
      return "fault";
    }
  }
}
