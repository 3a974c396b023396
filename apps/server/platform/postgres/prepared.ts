import { type RawBuilder, sql } from "kysely";
import pg from "pg";

const MARK = "/* prepared */";
/** First in a statement that every call makes: each connection plans it once and keeps the plan. For few of them. */
export const PREPARED: RawBuilder<unknown> = sql.raw(MARK);

const names = new Map<string, string>();

function statementName(text: string): string {
  const name = names.get(text) ?? `canopy_${names.size}`;
  names.set(text, name);
  return name;
}

/** A statement that may be done again: its answer is missed sooner than others are. */
interface AnsweredQuery extends pg.QueryConfig {
  readonly answerMs: number;
}

export const answeredWithin = (answerMs: number, text: string, values: unknown[]): AnsweredQuery => ({
  text,
  values,
  answerMs,
});

/** Longer than the server lets a statement run: a later answer is none. */
const ANSWER_MS = 35_000;
/** After a pause of this process an answer that is there is read before it is missed. */
const GRACE_MS = 500;
/** Of jobs that know better. */
const UNLIMITED = /^set statement_timeout = 0/;

/**
 * Gives the statements that ask for it a name, which is all that PostgreSQL needs to keep them. A server that does not
 * answer (half-open: the machine died or the address moved without a word) is given up: TCP alone would take a quarter
 * of an hour.
 */
export class PreparingClient extends pg.Client {
  /** Called when the server was given up. */
  onSilence: (() => void) | undefined;
  #isUnlimited = false;

  // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg are all passed on
  override query(...args: any[]): any {
    const [first, ...rest] = args;
    const isText = typeof first === "string";
    if (!isText && typeof first?.text !== "string") return super.query(...(args as [string]));
    const { text, values, answerMs } = isText ? { text: first, values: rest[0], answerMs: undefined } : first;
    if (UNLIMITED.test(text)) this.#isUnlimited = true;
    const isMarked = text.startsWith(MARK);
    const others = isText ? rest.slice(1) : rest;
    const config = isMarked ? { name: statementName(text), text, values } : first;
    const given = isText && !isMarked ? rest : others;
    return this.#waitFor(answerMs ?? ANSWER_MS, given, (passed) => super.query(config, ...(passed as [])));
  }

  /** Watches for the callback among the arguments, or for the promise. */
  #waitFor(ms: number, args: unknown[], send: (args: unknown[]) => unknown): unknown {
    if (this.#isUnlimited) return send(args);
    let timer = setTimeout(() => {
      timer = setTimeout(() => this.#giveUp(), GRACE_MS);
    }, ms);
    const done = args.at(-1);
    if (typeof done === "function") {
      const answered = (...answer: unknown[]) => {
        clearTimeout(timer);
        done(...answer);
      };
      return send([...args.slice(0, -1), answered]);
    }
    const sent = send(args);
    const answered = () => clearTimeout(timer);
    if (sent instanceof Promise) sent.then(answered, answered);
    else answered();
    return sent;
  }

  #giveUp(): void {
    this.onSilence?.();
    // With a statement under way this breaks the connection, and everything that waits on it fails.
    void this.end().catch(() => undefined);
  }
}
