import type { TimedPosition } from "./track-judge.ts";
import { decimal, escapeXml, isoTime, type TrackWriter } from "./track-text.ts";

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document>
`;
const CLOSE = "</coordinates></LineString></Placemark>\n";

/** KML 2.2: a line for each part, with the time at which it begins. A line of KML itself has no times of its points. */
export function kmlWriter(): TrackWriter {
  let part = 0;
  let first = "";
  let points = 0;
  // A line has two points at least.
  const close = () => (part === 0 ? "" : `${points === 1 ? first : ""}${CLOSE}`);
  return {
    head: (name) => `${HEAD}<name>${escapeXml(name)}</name>\n`,
    position({ position, startsPart }) {
      const point = coordinates(position);
      if (!startsPart) {
        points += 1;
        return point;
      }
      const opening = close();
      part += 1;
      first = point;
      points = 1;
      return `${opening}${placemark(part, position)}${point}`;
    },
    tail: () => `${close()}</Document></kml>\n`,
  };
}

function placemark(part: number, { timeUs }: TimedPosition): string {
  const times = `<TimeSpan><begin>${isoTime(timeUs)}</begin></TimeSpan>`;
  return `<Placemark><name>${part}</name>${times}<LineString><tessellate>1</tessellate><coordinates>\n`;
}

function coordinates({ latitude, longitude, altitudeM }: TimedPosition): string {
  const altitude = altitudeM === undefined ? "" : `,${decimal(altitudeM, 3)}`;
  return `${decimal(longitude)},${decimal(latitude)}${altitude}\n`;
}
