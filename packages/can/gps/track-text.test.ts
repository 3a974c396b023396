import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseGpx } from "./gpx-read.ts";
import { gpxWriter } from "./gpx-write.ts";
import { kmlWriter } from "./kml-write.ts";
import { trackCsvWriter } from "./track-csv.ts";
import type { JudgedPosition, TimedPosition } from "./track-judge.ts";
import { decimal, type TrackWriter } from "./track-text.ts";
import { xmlEvents } from "./xml.ts";

const AT_US = Date.UTC(2026, 10, 14, 8) * 1000;

function written(writer: TrackWriter, name: string, parts: readonly (readonly TimedPosition[])[]): string {
  const judged = parts.flatMap((part) =>
    part.map((position, at): JudgedPosition => ({ position, startsPart: at === 0 })),
  );
  return [writer.head(name), ...judged.map((one) => writer.position(one)), writer.tail()].join("");
}

const decimals = (digits: number, min: number, max: number) =>
  fc.integer({ min: min * 10 ** digits, max: max * 10 ** digits }).map((n) => n / 10 ** digits);
const position = fc.record(
  {
    latitude: decimals(9, -90, 90),
    longitude: decimals(9, -180, 180),
    altitudeM: decimals(3, -500, 9000),
    timeUs: fc.integer({ min: 0, max: 4_000_000_000_000_000 }),
    satellites: fc.nat({ max: 40 }),
  },
  { requiredKeys: ["latitude", "longitude", "timeUs"] },
);
const parts = fc.array(fc.array(position, { minLength: 1, maxLength: 5 }), { maxLength: 4 });
/** Text has no negative zero. */
const plain = (value: unknown) => JSON.parse(JSON.stringify(value));
const fix = { timeUs: AT_US, latitude: 23.130000000000003, longitude: -1e-7, speedKmh: 63.2, courseDeg: 90 };

describe("decimals", () => {
  it("have neither noise nor exponent [GPS-01]", () => {
    expect([0.1 + 0.2, 1e-7, -1e-12, 120, 0, -33.5, 1e-10].map((value) => decimal(value))).toEqual([
      "0.3",
      "0.0000001",
      "0",
      "120",
      "0",
      "-33.5",
      "0",
    ]);
    expect(decimal(100, 0)).toBe("100");
  });
});

describe("a track as GPX", () => {
  it("keeps speed and course [GPS-01]", () => {
    const { gpx } = parseGpx(new TextEncoder().encode(written(gpxWriter(), "drive", [[fix]])));
    const [point] = gpx.tracks[0]?.segments[0] ?? [];
    expect(point?.courseDeg).toBe(90);
    expect(point?.speedKmh).toBeCloseTo(63.2, 3);
  });

  it("takes speed and course of Garmin's extension, nothing else of it", () => {
    const extension = "<ns3:TrackPointExtension><ns3:hr>77</ns3:hr><ns3:speed>10</ns3:speed><ns3:name>x</ns3:name>";
    const point = `<trkpt lat="1" lon="2"><extensions>${extension}</ns3:TrackPointExtension></extensions></trkpt>`;
    const { gpx } = parseGpx(new TextEncoder().encode(`<gpx><trk><trkseg>${point}</trkseg></trk></gpx>`));
    expect(gpx.tracks[0]?.segments[0]).toEqual([{ latitude: 1, longitude: 2, speedKmh: 36 }]);
  });

  it("reads back as it was written, whatever its name [GPS-01]", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), parts, (name, given) => {
        const { gpx, problems } = parseGpx(new TextEncoder().encode(written(gpxWriter(), name, given)));
        expect(problems).toEqual([]);
        expect(gpx.tracks.map((track) => track.segments)).toEqual([plain(given)]);
      }),
    );
  });

  it("has speed and course in the extension, its name escaped [GPS-01]", () => {
    const text = written(gpxWriter(), `A & B <"'\u0000\ud800>`, [[fix]]);
    expect(text).toContain("<name>A &amp; B &lt;&quot;&apos;&gt;</name>");
    expect(text).toContain('lat="23.13" lon="-0.0000001"');
    expect(text).toContain("<gpxtpx:speed>17.5556</gpxtpx:speed><gpxtpx:course>90</gpxtpx:course>");
    expect(text).toContain("<time>2026-11-14T08:00:00.000Z</time>");
  });
});

describe("a track as KML", () => {
  const lines = (text: string): number[][][] =>
    [...text.matchAll(/<coordinates>([^<]*)</g)].map(([, inside = ""]) =>
      inside
        .trim()
        .split("\n")
        .map((tuple) => tuple.split(",").map(Number)),
    );

  it("has a line for each part, longitude first, its name escaped [GPS-01]", () => {
    const next = { ...fix, longitude: 2, altitudeM: 12.5 };
    const text = written(kmlWriter(), "<EV & 01>", [
      [fix, next],
      [next, fix, next],
    ]);
    expect(text).toContain("<name>&lt;EV &amp; 01&gt;</name>");
    expect(lines(text).map((line) => line.length)).toEqual([2, 3]);
    expect(lines(text)[0]).toEqual([
      [-1e-7, 23.13],
      [2, 23.13, 12.5],
    ]);
    expect(text).toContain("<begin>2026-11-14T08:00:00.000Z</begin>");
  });

  it("is well-formed, each line of two points at least [GPS-01]", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), parts, (name, given) => {
        const text = written(kmlWriter(), name, given);
        const names: string[] = [];
        for (const event of xmlEvents(text)) {
          if (event.kind === "open") names.push(event.name);
          if (event.kind === "close") expect(names.pop()).toBe(event.name);
        }
        expect(names).toEqual([]);
        expect(lines(text).map((line) => line.length)).toEqual(given.map((part) => Math.max(2, part.length)));
      }),
    );
  });
});

describe("a track as CSV", () => {
  it("has a row for each position with the number of its part [GPS-01]", () => {
    const text = written(trackCsvWriter(), "ignored", [[fix], [{ ...fix, hdop: 0.8999999762, satellites: 9 }]]);
    expect(text.split("\r\n")).toEqual([
      "part,time,latitude,longitude,altitude_m,speed_kmh,course,satellites,hdop",
      "1,2026-11-14T08:00:00.000Z,23.13,-0.0000001,,63.2,90,,",
      "2,2026-11-14T08:00:00.000Z,23.13,-0.0000001,,63.2,90,9,0.9",
      "",
    ]);
  });
});
