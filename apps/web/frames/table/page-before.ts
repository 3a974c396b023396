import type { FrameReader, ReadPage } from "./frame-reader.ts";

/**
 * The page before a place that was gone to, asked for together with the one from there on: it has the frames that the
 * first rows are compared with.
 */
export class PageBefore {
  private asked: { readonly page: Promise<ReadPage | undefined>; readonly own: AbortController } | undefined;

  ask(reader: FrameReader, atUs: number, size: number): void {
    this.drop();
    const own = new AbortController();
    // One that fails is asked for again where the rows are wanted.
    const page = reader.page({ order: "older", atUs, size }, own.signal).catch(() => undefined);
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
