import { createKept } from "../platform/kept.ts";

/** Ids of announcements closed "for now", valid for one sign-in. */
export class ClosedNotices {
  readonly #sessionId: string;
  readonly #ids: readonly string[];

  constructor(sessionId: string, ids: readonly string[]) {
    this.#sessionId = sessionId;
    this.#ids = ids;
  }

  has(sessionId: string, id: string): boolean {
    return sessionId === this.#sessionId && this.#ids.includes(id);
  }

  with(sessionId: string, id: string): ClosedNotices {
    return new ClosedNotices(sessionId, [...(sessionId === this.#sessionId ? this.#ids : []), id]);
  }

  static read(text: string | null): ClosedNotices {
    const [sessionId = "", ...ids] = (text ?? "").split(" ");
    return new ClosedNotices(sessionId, ids);
  }

  get text(): string {
    return [this.#sessionId, ...this.#ids].join(" ");
  }
}

export const closedNotices = createKept({
  key: "canopy.closedNotices",
  read: ClosedNotices.read,
  write: ({ text }) => text,
});
