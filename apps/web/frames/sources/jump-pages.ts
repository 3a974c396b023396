import type { FrameReader, PageAsked, ReadPage } from "./frame-reader.ts";
import type { SourcePlace } from "./frame-source.ts";

export const PAGE_ROWS = 200;
/** The first page after a jump: a few screens, which arrive sooner than a full page. */
const JUMP_ROWS = 80;

/** The page that shows a place. */
export function pageAt(place: SourcePlace): PageAsked {
  if (place === "end") return { order: "older", size: PAGE_ROWS };
  if (place === "start") return { order: "newer", size: PAGE_ROWS };
  return { order: "newer", size: JUMP_ROWS, atUs: place.timeUs };
}

/**
 * The page before a place that was gone to, asked for together with the one from there on: it has the frames that the
 * first rows are compared with.
 */
export class PageBefore {
  private asked: { readonly page: Promise<ReadPage | undefined>; readonly own: AbortController } | undefined;

  ask(reader: FrameReader, atUs: number): void {
    this.drop();
    const own = new AbortController();
    // One that fails is asked for again where the rows are wanted.
    const page = reader.page({ order: "older", atUs, size: JUMP_ROWS }, own.signal).catch(() => undefined);
    this.asked = { page, own };
  }

  drop(): void {
    this.asked?.own.abort();
    this.asked = undefined;
  }

  /** Once. Undefined: it was not asked for, or did not come. */
  async take(): Promise<ReadPage | undefined> {
    const page = this.asked?.page;
    this.asked = undefined;
    return page;
  }
}
