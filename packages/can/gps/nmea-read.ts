import { nmeaDay, nmeaPosition, nmeaTimeUs } from "./nmea-position.ts";
import { type NmeaProblemCode, type NmeaSentence, parseSentence } from "./nmea-sentence.ts";
import type { Position } from "./position.ts";

export interface NmeaProblem {
  code: NmeaProblemCode;
  /** Byte offset of the `$`. */
  offset: number;
}

export interface NmeaSink {
  sentence?(sentence: NmeaSentence): void;
  position(position: Position, sentence: NmeaSentence): void;
  problem(problem: NmeaProblem): void;
}

/** The norm allows 82 characters; u-blox writes some 400. */
const MAX_SENTENCE_BYTES = 1024;
const DOLLAR = 0x24;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const DAY_US = 86_400e6;

/** Sentences out of a stream of bytes, which may hold binary messages between them. */
export class NmeaReader {
  bytesRead = 0;
  /** Byte offset of the `$` of the sentence that is read. */
  sentenceAt = 0;
  private readonly sink: NmeaSink;
  private text = "";
  private isInside = false;
  private dayUs: number | undefined;
  private lastUs = 0;

  constructor(sink: NmeaSink) {
    this.sink = sink;
  }

  write(chunk: Uint8Array): void {
    for (const byte of chunk) {
      if (byte === DOLLAR) this.begin();
      else if (this.isInside) this.take(byte);
      this.bytesRead++;
    }
  }

  end(): void {
    if (this.isInside) this.finish();
  }

  private begin(): void {
    // A dollar inside a sentence: the sentence before was cut off.
    if (this.isInside) this.finish();
    this.isInside = true;
    this.text = "$";
    this.sentenceAt = this.bytesRead;
  }

  private take(byte: number): void {
    if (byte === NEWLINE || byte === RETURN) this.finish();
    else if (this.text.length >= MAX_SENTENCE_BYTES) {
      this.isInside = false;
      this.sink.problem({ code: "tooLong", offset: this.sentenceAt });
    } else this.text += String.fromCharCode(byte);
  }

  private finish(): void {
    this.isInside = false;
    const sentence = parseSentence(this.text);
    if (typeof sentence === "string") {
      this.sink.problem({ code: sentence, offset: this.sentenceAt });
      return;
    }
    this.sink.sentence?.(sentence);
    const day = dayOf(sentence);
    if (day !== undefined) {
      this.dayUs = day;
      this.lastUs = nmeaTimeUs(sentence.fields[0], day) ?? day + DAY_US / 2;
    }
    const position = nmeaPosition(sentence, this.dayUs);
    if (position === undefined) return;
    // A date counts as it stands, also where it goes back: clocks are set right, logs are joined.
    this.sink.position(day === undefined ? this.onNearestDay(position) : position, sentence);
  }

  /** A sentence without a date is of the day nearest to the one before, whichever side of midnight it came late to. */
  private onNearestDay(position: Position): Position {
    if (position.timeUs === undefined) return position;
    const timeUs = position.timeUs + Math.round((this.lastUs - position.timeUs) / DAY_US) * DAY_US;
    this.lastUs = timeUs;
    return { ...position, timeUs };
  }
}

/** Of a sentence with a date; the time stands before it, in the first field. */
function dayOf({ type, fields }: NmeaSentence): number | undefined {
  if (type === "RMC") return nmeaDay(fields[8]);
  return type === "ZDA" ? zdaDay(fields) : undefined;
}

/** ZDA: time, day, month, year. */
function zdaDay(fields: readonly string[]): number | undefined {
  const [, day, month, year] = fields.map(Number);
  if (!day || !month || !year) return undefined;
  return Date.UTC(year, month - 1, day) * 1000;
}
