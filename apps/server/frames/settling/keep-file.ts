import { widenPixels } from "../reading/curve-pixels.ts";
import { readPixels } from "../reading/read-signals.ts";
import type { SegmentRow } from "../reading/segment-index.ts";
import type { SegmentAccess } from "../reading/segment-sources.ts";
import { KEPT_FILE_HEAD } from "../segments/file-head.ts";
import { unitColumns, writeKept } from "../store/kept/kept-body.ts";
import type { KeptMessage } from "../store/kept/kept-signals.ts";
import { DAY_US, MINUTE_US, SECOND_US } from "../store/time-window.ts";

/** Bodies of some series of one segment. */
export interface KeepJob {
  readonly file: string;
  readonly row: SegmentRow;
  readonly messages: readonly KeptMessage[];
}

export interface NewKeptBody {
  readonly series: number;
  readonly offset: number;
  readonly secondsLength: number;
  readonly minutesLength: number;
}

export interface KeptFile {
  readonly bytes: number;
  readonly bodies: readonly NewKeptBody[];
}

/** Decodes the segment once for each message and writes seconds and minutes of each series, minutes behind seconds. */
export async function keepFile(access: SegmentAccess, { file: name, row, messages }: KeepJob): Promise<KeptFile> {
  const file = await access.files.create(name);
  const originUs = row.day * DAY_US;
  const bodies: NewKeptBody[] = [];
  let offset = KEPT_FILE_HEAD.length;
  try {
    await file.write([KEPT_FILE_HEAD]);
    for (const { bindingNumber, channel, message, alsoIds, series } of messages) {
      const curves = await readPixels(
        access,
        { segments: [row], landed: [] },
        {
          bindingNumber,
          channel,
          message,
          alsoIds,
          signals: series.map(({ signal }) => signal),
          fromUs: row.firstUs,
          toUs: row.lastUs + 1,
          originUs,
          pixelUs: SECOND_US,
        },
      );
      for (const [i, { number }] of series.entries()) {
        const pixels = curves[i] ?? [];
        const minutes = widenPixels(pixels, MINUTE_US / SECOND_US);
        const parts = [
          writeKept(unitColumns(pixels), originUs, SECOND_US),
          writeKept(unitColumns(minutes), originUs, MINUTE_US),
        ] as const;
        await file.write(parts);
        const [secondsLength, minutesLength] = [parts[0].length, parts[1].length];
        bodies.push({ series: number, offset, secondsLength, minutesLength });
        offset += secondsLength + minutesLength;
      }
    }
    await file.finish();
    return { bytes: offset, bodies };
  } catch (error) {
    await file.abort();
    await access.files.remove(name);
    throw error;
  }
}
