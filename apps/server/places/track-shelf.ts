import type { Track } from "@canopy/can/gps/track";

/** A page asks for the whole line as soon as it has drawn the thinned one. */
const KEEP_MS = 5000;
const MOST_TRACKS = 4;
/** 16 MB of columns. */
const MOST_POSITIONS = 400_000;

interface Shelved {
  readonly track: Track;
  readonly end: ReturnType<typeof setTimeout>;
}

/** Tracks of which a part was answered, kept for the next call about the same range. Each is taken once. */
export class TrackShelf {
  readonly #tracks = new Map<string, Shelved>();

  put(key: string, track: Track): void {
    if (track.count > MOST_POSITIONS) return;
    this.take(key);
    const [oldest] = this.#tracks.keys();
    if (this.#tracks.size >= MOST_TRACKS && oldest !== undefined) this.take(oldest);
    this.#tracks.set(key, { track, end: setTimeout(() => this.#tracks.delete(key), KEEP_MS).unref() });
  }

  take(key: string): Track | undefined {
    const found = this.#tracks.get(key);
    clearTimeout(found?.end);
    this.#tracks.delete(key);
    return found?.track;
  }
}
