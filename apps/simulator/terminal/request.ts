import type { TerminalControl } from "./terminal-control.ts";

/** Outcome of a request: a result, or a code of docs/device-protocol.md 2.5. */
export type Answer = { ok: true; result: unknown } | { ok: false; code: string; message?: string };

export interface TerminalRequest {
  id: string;
  terminal: TerminalControl;
}

export type Handler = (params: Readonly<Record<string, unknown>>, asked: TerminalRequest) => Answer | Promise<Answer>;

interface Schema<Params> {
  safeParse(value: unknown): { success: true; data: Params } | { success: false };
}

/** Checks the parameters before the handler sees them. */
export function handler<Params>(
  schema: Schema<Params>,
  run: (params: Params, asked: TerminalRequest) => Answer | Promise<Answer>,
): Handler {
  return (params, asked) => {
    const checked = schema.safeParse(params);
    return checked.success ? run(checked.data, asked) : refused("badParams");
  };
}

export function done(result: unknown = {}): Answer {
  return { ok: true, result };
}

export function refused(code: string, message?: string): Answer {
  return message === undefined ? { ok: false, code } : { ok: false, code, message };
}
