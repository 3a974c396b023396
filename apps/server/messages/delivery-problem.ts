import { type OutsideAnswer, PrivateAddress } from "../platform/outside/post-outside.ts";

/** Why a message was not delivered. */
export class DeliveryProblem extends Error {
  /** Another try would fail the same way: a wrong number, a refused signature. */
  readonly isFinal: boolean;
  /** The provider asked for this pause. */
  readonly pauseMs: number | undefined;
  /** Of the answer, where there was one. */
  readonly status: number | undefined;

  constructor(text: string, { isFinal = false, pauseMs, status }: ProblemDetails = {}) {
    super(text);
    this.isFinal = isFinal;
    this.pauseMs = pauseMs;
    this.status = status;
  }
}

interface ProblemDetails {
  readonly isFinal?: boolean;
  readonly pauseMs?: number | undefined;
  readonly status?: number;
}

/** Of whatever a try threw. */
export function asDeliveryProblem(error: unknown): DeliveryProblem {
  if (error instanceof DeliveryProblem) return error;
  const text = error instanceof Error ? error.message : String(error);
  return new DeliveryProblem(text, { isFinal: error instanceof PrivateAddress });
}

/** Statuses after which another try may succeed. */
const PASSING = [408, 425, 429];
const LONGEST_PAUSE_MS = 3_600_000;
const SHOWN_CHARACTERS = 200;

/** Throws unless the status is 2xx. */
export function requireSuccess({ status, headers, body }: OutsideAnswer): void {
  if (status >= 200 && status < 300) return;
  const isFinal = status < 500 && !PASSING.includes(status);
  throw new DeliveryProblem(`HTTP ${status} ${shortened(body)}`.trim(), {
    isFinal,
    status,
    pauseMs: pauseOf(headers["retry-after"]),
  });
}

/** A JSON object of an answer, whatever its status; undefined where it is none. */
export function jsonOf({ body }: Pick<OutsideAnswer, "body">): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** A word of an answer; undefined where it is none. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

/** Seconds, or a date. */
function pauseOf(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const seconds = Number(header);
  const pauseMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(pauseMs) ? Math.min(LONGEST_PAUSE_MS, Math.max(0, pauseMs)) : undefined;
}

const shortened = (text: string) => text.replace(/\s+/g, " ").slice(0, SHOWN_CHARACTERS);
