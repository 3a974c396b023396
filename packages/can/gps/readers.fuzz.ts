import type { FuzzTarget } from "../testing/fuzz.ts";
import { checkFence } from "./fence.ts";
import { readGeoJson } from "./geojson-read.ts";
import { writeGeoJson } from "./geojson-write.ts";
import { parseGpx } from "./gpx-read.ts";
import { NmeaReader } from "./nmea-read.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const NMEA = `$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A
$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47
`;
const GPX = `<?xml version="1.0"?><gpx version="1.1"><trk><name>a &amp; b</name><trkseg>
<trkpt lat="31.2" lon="121.4"><ele>4</ele><time>2026-01-01T00:00:00Z</time></trkpt></trkseg></trk></gpx>`;
const GEOJSON = `{"type":"FeatureCollection","features":[
{"type":"Feature","properties":{"name":"a"},"geometry":{"type":"Polygon","coordinates":[[[10,50],[13,50],[13,53],[10,50]],[[11,50.5],[12,51],[12,50.5],[11,50.5]]]}},
{"type":"GeometryCollection","geometries":[{"type":"MultiPolygon","coordinates":[[[[179,1],[-179,1],[-179,2],[179,1]]]]},{"type":"Point","coordinates":[1,2]}]}]}`;

export const targets: readonly FuzzTarget[] = [
  {
    name: "nmea",
    seeds: [bytes(NMEA)],
    tokens: ["$", "*", ",", "\r\n", "GPRMC", "N", "-1"],
    run(input) {
      const reader = new NmeaReader({
        position: ({ latitude, longitude }) => {
          const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
          if (!isOnEarth) throw new Error("a position that is nowhere");
        },
        problem: () => undefined,
      });
      reader.write(input);
      reader.end();
    },
  },
  {
    name: "gpx",
    seeds: [bytes(GPX)],
    tokens: ["<", ">", "</trkpt>", "<!--", "-->", "<![CDATA[", "]]>", "&#x", "&", '"', "<trkpt", "lat="],
    run(input) {
      parseGpx(input);
    },
  },
  {
    name: "geojson",
    seeds: [bytes(GEOJSON)],
    tokens: ["{", "}", "[", "]", ",", ":", '"', "\\u", "1e999", "-180", "90.1", "null", '"type":"Polygon"', "[[", "]]"],
    run(input) {
      const { regions, problems } = readGeoJson(new TextDecoder().decode(input));
      for (const { line } of problems) if (line < 1) throw new Error("a problem without a place");
      for (const { region } of regions) if (!checkFence(region).ok) throw new Error("a region that is no fence");
      writeGeoJson(regions.map(({ name, region }) => ({ name, region: "", fence: region })));
    },
  },
];
