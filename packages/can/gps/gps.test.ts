import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { corpusBytes, corpusFiles, corpusJson, hasCorpus, noCorpus } from "../testing/corpus.ts";
import { parseGpx, parseIsoTime } from "./gpx-read.ts";
import { NmeaReader } from "./nmea-read.ts";
import type { NmeaSentence } from "./nmea-sentence.ts";
import { lengthM, type Position } from "./position.ts";
import { nmeaLine } from "./test-track.ts";

interface GpxGolden {
  tracks: number;
  segments: number;
  points: number;
  waypoints: number;
  routes: number;
  route_points: number;
  length_2d_m: number;
  first: [number, number, number | null, string | null] | null;
  last: [number, number] | null;
}
interface NmeaGolden {
  sentences_ok: number;
  sentences_bad: number;
  with_position: { type: string; talker: string | null; lat: number; lon: number }[];
}
const goldens = hasCorpus
  ? (corpusJson("golden/gps/gps.json") as { files: Record<string, GpxGolden & NmeaGolden> }).files
  : {};
const golden = (file: string): GpxGolden & NmeaGolden => goldens[file] as GpxGolden & NmeaGolden;

function readNmea(bytes: Uint8Array, chunkBytes = bytes.length) {
  const sentences: NmeaSentence[] = [];
  const positions: { position: Position; sentence: NmeaSentence }[] = [];
  const problems: string[] = [];
  const reader = new NmeaReader({
    sentence: (sentence) => sentences.push(sentence),
    position: (position, sentence) => positions.push({ position, sentence }),
    problem: (problem) => problems.push(problem.code),
  });
  for (let at = 0; at < bytes.length; at += chunkBytes) reader.write(bytes.subarray(at, at + chunkBytes));
  reader.end();
  return { sentences, positions, problems };
}

describe.skipIf(!hasCorpus)(`GPS files of the corpus${noCorpus}`, () => {
  it.each(corpusFiles("gps").filter((file) => file.endsWith(".gpx")))("%s", (file) => {
    const expected = golden(file);
    const { gpx, problems } = parseGpx(corpusBytes(`gps/${file}`));
    expect(problems).toEqual([]);
    const segments = gpx.tracks.flatMap((track) => track.segments);
    const points = segments.flat();
    expect({
      tracks: gpx.tracks.length,
      segments: segments.length,
      points: points.length,
      waypoints: gpx.waypoints.length,
      routes: gpx.routes.length,
      route_points: gpx.routes.flatMap((route) => route.points).length,
    }).toEqual({
      tracks: expected.tracks,
      segments: expected.segments,
      points: expected.points,
      waypoints: expected.waypoints,
      routes: expected.routes,
      route_points: expected.route_points,
    });
    const length = segments.reduce((sum, segment) => sum + lengthM(segment), 0);
    expect(Math.abs(length - expected.length_2d_m)).toBeLessThanOrEqual(0.005 * expected.length_2d_m);
    const [first] = points;
    const last = points.at(-1);
    expect(last ? [last.latitude, last.longitude] : null).toEqual(expected.last);
    if (expected.first === null) return;
    expect(first).toMatchObject({ latitude: expected.first[0], longitude: expected.first[1] });
    expect(first?.altitudeM ?? null).toBe(expected.first[2]);
    expect(first?.timeUs ?? null).toBe(expected.first[3] === null ? null : parseIsoTime(expected.first[3]));
  });

  it.each(corpusFiles("gps").filter((file) => file.startsWith("nmea")))("%s", (file) => {
    const expected = golden(file);
    for (const chunkBytes of [100_000, 7]) {
      const read = readNmea(corpusBytes(`gps/${file}`), chunkBytes);
      const total = expected.sentences_ok + expected.sentences_bad;
      expect(read.sentences.length + read.problems.length).toBe(total);
      // The oracle counts sentences of types it does not know as bad; ours are bad by their sum alone.
      if (file === "nmea_pygpsdata-nmea4.log")
        expect(read.sentences.length).toBeGreaterThanOrEqual(expected.sentences_ok);
      else expect(read.sentences.length).toBe(expected.sentences_ok);
      const seen = read.positions.map(({ position, sentence }) => {
        const isUblox = sentence.type === "UBX";
        return {
          type: isUblox ? "UBX00" : sentence.type,
          talker: isUblox ? null : sentence.talker,
          lat: Number(position.latitude.toFixed(9)),
          lon: Number(position.longitude.toFixed(9)),
        };
      });
      expect(seen).toEqual(expected.with_position.map(({ type, talker, lat, lon }) => ({ type, talker, lat, lon })));
    }
  });
});

describe("NMEA", () => {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

  it("gives a GGA the date of the RMC before it, and the next day past midnight", () => {
    const log =
      nmeaLine("GPRMC,235959.50,A,5327.04,N,00214.41,W,10.0,90.0,070321,,,A") +
      nmeaLine("GPGGA,000000.50,5327.04,N,00214.41,W,1,08,1.16,36.3,M,48.5,M,,");
    const { positions } = readNmea(bytes(log));
    expect(positions.map(({ position }) => new Date((position.timeUs ?? 0) / 1000).toISOString())).toEqual([
      "2021-03-07T23:59:59.500Z",
      "2021-03-08T00:00:00.500Z",
    ]);
    expect(positions[0]?.position).toMatchObject({ speedKmh: 18.52, courseDeg: 90 });
    expect(positions[1]?.position).toMatchObject({ altitudeM: 36.3, satellites: 8, hdop: 1.16 });
  });

  const times = (...sentences: readonly string[]): string[] =>
    readNmea(bytes(sentences.map(nmeaLine).join(""))).positions.map(({ position }) =>
      new Date((position.timeUs ?? 0) / 1000).toISOString(),
    );
  const PLACE = "5327.04,N,00214.41,W";

  it("leaves a sentence with a date where its date says, also where it goes back [DAT-07]", () => {
    const back = times(
      `GPRMC,233000,A,${PLACE},10.0,90.0,080321,,,A`,
      `GPRMC,010000,A,${PLACE},10.0,90.0,080321,,,A`,
      `GPGGA,010001,${PLACE},1,08,1.16,36.3,M,48.5,M,,`,
    );
    expect(back).toEqual(["2021-03-08T23:30:00.000Z", "2021-03-08T01:00:00.000Z", "2021-03-08T01:00:01.000Z"]);
  });

  it("counts midnight from the last date and time, with a fix or without", () => {
    const gga = (time: string) => `GPGGA,${time},${PLACE},1,08,1.16,36.3,M,48.5,M,,`;
    const rmc = (time: string, day: string) => `GPRMC,${time},V,${PLACE},,,${day},,,N`;
    expect(times(rmc("235959", "070321"), gga("000001"), rmc("000001", "080321"), gga("000002"))).toEqual([
      "2021-03-08T00:00:01.000Z",
      "2021-03-08T00:00:02.000Z",
    ]);
    expect(
      times("GPZDA,235959,07,03,2021,00,00", gga("000001"), "GPZDA,000200,07,03,2021,00,00", gga("000201")),
    ).toEqual(["2021-03-08T00:00:01.000Z", "2021-03-07T00:02:01.000Z"]);
  });

  it("takes the nearest day of a time without a date, on both sides of midnight and after many [DAT-07]", () => {
    const gga = (time: string) => `GPGGA,${time},${PLACE},1,08,1.16,36.3,M,48.5,M,,`;
    const rmc = (time: string, day: string) => `GPRMC,${time},A,${PLACE},10.0,90.0,${day},,,A`;
    expect(times(rmc("000000", "080321"), gga("235959"), gga("000001"), gga("000000"))).toEqual([
      "2021-03-08T00:00:00.000Z",
      "2021-03-07T23:59:59.000Z",
      "2021-03-08T00:00:01.000Z",
      "2021-03-08T00:00:00.000Z",
    ]);
    const hours = ["080000", "160000", "000000", "080000", "160000", "000000", "010000"];
    expect(times(rmc("010000", "070321"), ...hours.map(gga)).at(-1)).toBe("2021-03-09T01:00:00.000Z");
    expect(times("GPZDA,,07,03,2021,00,00", gga("235959"))).toEqual(["2021-03-07T23:59:59.000Z"]);
  });

  it("gives no position without a fix", () => {
    const log =
      nmeaLine("GPRMC,235959,V,5327.04,N,00214.41,W,,,070321,,,N") +
      nmeaLine("GPGGA,000000,5327.04,N,00214.41,W,0,0,,,,,,,");
    expect(readNmea(bytes(log)).positions).toEqual([]);
  });

  it("never throws on any bytes, and never keeps more than a sentence", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3000 }), (noise) => void readNmea(new Uint8Array([0x24, ...noise]))),
    );
    expect(readNmea(bytes(`$${"x".repeat(100_000)}`)).problems).toEqual(["tooLong"]);
  });
});

describe("GPX", () => {
  it("names what is wrong: no GPX, a cut file, a point off the earth", () => {
    const codes = (text: string): string[] => parseGpx(new TextEncoder().encode(text)).problems.map(({ code }) => code);
    expect(codes("<kml/>")).toEqual(["notGpx"]);
    expect(codes('<gpx><trk><trkseg><trkpt lat="1" lon="2"/><trkpt lat="1"')).toEqual(["truncated"]);
    expect(codes('<gpx><wpt lat="91" lon="2"/></gpx>')).toEqual(["badPoint"]);
  });

  it("expands no entity of the document's own", () => {
    const bomb = '<!DOCTYPE gpx [<!ENTITY a "aaaa">]><gpx><wpt lat="1" lon="2"><name>&a;&lt;&#65;</name></wpt></gpx>';
    expect(parseGpx(new TextEncoder().encode(bomb)).gpx.waypoints).toEqual([
      { latitude: 1, longitude: 2, name: "&a;<A" },
    ]);
  });
});
