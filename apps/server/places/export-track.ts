import { Readable } from "node:stream";
import { gpxWriter } from "@canopy/can/gps/gpx-write";
import { kmlWriter } from "@canopy/can/gps/kml-write";
import { trackCsvWriter } from "@canopy/can/gps/track-csv";
import { TrackJudge } from "@canopy/can/gps/track-judge";
import type { TrackWriter } from "@canopy/can/gps/track-text";
import type { TrackFormat } from "@canopy/contract/places/tracks";
import type { StoredPosition } from "../frames/store/points/points.ts";
import { positionOf } from "./read-positions.ts";

const WRITERS: Readonly<Record<TrackFormat, () => TrackWriter>> = {
  gpx: gpxWriter,
  kml: kmlWriter,
  csv: trackCsvWriter,
};

/** The line of a track as a file, a chunk for each page of positions. */
export async function trackFile(
  pages: AsyncGenerator<StoredPosition[]>,
  { format, name }: { readonly format: TrackFormat; readonly name: string },
): Promise<Readable> {
  const writer = WRITERS[format]();
  const judge = new TrackJudge();
  // Read before the answer begins: a store that is away is an error, not a file that was cut.
  const first = await pages.next();
  async function* chunks(): AsyncGenerator<string> {
    yield writer.head(name);
    for (let page = first; !page.done; page = await pages.next()) {
      const lines = page.value.flatMap((stored) => judge.add(positionOf(stored)).map(writer.position));
      if (lines.length > 0) yield lines.join("");
    }
    yield judge.finish().map(writer.position).join("") + writer.tail();
  }
  return Readable.from(chunks(), { objectMode: false });
}
