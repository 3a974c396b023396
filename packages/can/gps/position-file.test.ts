import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { corpusBytes, corpusFiles, hasCorpus, noCorpus } from "../testing/corpus.ts";
import { readPositionFile } from "./position-file.ts";
import { nmeaLine } from "./test-track.ts";

const NOW_MS = Date.UTC(2026, 10, 17);
const bytes = (text: string) => new TextEncoder().encode(text);

function read(file: Uint8Array | string) {
  const steps = readPositionFile(typeof file === "string" ? bytes(file) : file, NOW_MS);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

const gpx = (...points: string[]) =>
  `<?xml version="1.0"?>\n<gpx><trk><trkseg>\n${points.join("\n")}\n</trkseg></trk></gpx>`;
const point = (second: number | null, latitude = 31) => {
  const time = second === null ? "" : `<time>${new Date(NOW_MS - 3_600_000 + second * 1000).toISOString()}</time>`;
  return `<trkpt lat="${latitude}" lon="121"><ele>4</ele>${time}</trkpt>`;
};

describe("a file with positions", () => {
  it("is a GPX: its track points in the order of time, each moment once [GPS-01]", () => {
    const file = read(gpx(point(2, 31.2), point(0, 31), point(2, 31.3)));
    if (!file.ok) throw new Error(file.problem.code);
    expect(file.format).toBe("gpx");
    expect(file.positions.map(({ timeUs, latitude }) => [timeUs / 1e6 - NOW_MS / 1000 + 3600, latitude])).toEqual([
      [0, 31],
      [2, 31.3],
    ]);
  });

  it("is NMEA: the sentences of a moment are one position with the fields of all [GPS-01]", () => {
    const file = read(
      nmeaLine("GPRMC,080001.25,A,3100.00,N,12100.00,E,10.0,90.0,141126,,,A") +
        nmeaLine("GPGGA,080001.25,3100.00,N,12100.00,E,1,08,1.16,36.3,M,48.5,M,,"),
    );
    if (!file.ok) throw new Error(file.problem.code);
    expect(file.positions).toEqual([
      {
        timeUs: Date.UTC(2026, 10, 14, 8, 0, 1, 250) * 1000,
        latitude: 31,
        longitude: 121,
        speedKmh: 18.52,
        courseDeg: 90,
        satellites: 8,
        hdop: 1.16,
        altitudeM: 36.3,
      },
    ]);
  });

  it("is refused with the line of the first position without a time where most have none [GPS-01]", () => {
    expect(read(gpx(point(0), point(null), point(null)))).toEqual({ ok: false, problem: { code: "noTimes", line: 4 } });
    expect(read(gpx(point(null), point(null)))).toEqual({ ok: false, problem: { code: "noTimes", line: 3 } });
    const undated = nmeaLine("GPGGA,080001,3100.00,N,12100.00,E,1,08,1.16,36.3,M,48.5,M,,");
    expect(read(`# log\n${undated}`)).toEqual({ ok: false, problem: { code: "noTimes", line: 2 } });
  });

  it("tells how many positions are left out and where the first is [GPS-01]", () => {
    const wrong = '<trkpt lat="31" lon="121"><time>1980-01-06T00:00:00Z</time></trkpt>';
    const later = '<trkpt lat="31" lon="121"><time>2026-11-19T00:00:00Z</time></trkpt>';
    const file = read(gpx(point(0), point(null), '<trkpt lat="91" lon="0"/>', wrong, later, point(1), point(null)));
    expect(file).toMatchObject({
      ok: true,
      leftOut: { noTime: { count: 2, line: 4 }, wrongTime: { count: 2, line: 6 }, unreadable: { count: 1, line: 5 } },
    });
    expect(read(gpx(wrong))).toEqual({ ok: false, problem: { code: "wrongTimes", line: 3 } });
  });

  it("has positions: waypoints and routes are none, and other files are not read [GPS-01]", () => {
    expect(read('<gpx>\n<wpt lat="1" lon="2"/></gpx>')).toEqual({
      ok: false,
      problem: { code: "noPositions", line: 1 },
    });
    for (const other of ["", "time,latitude\n1,2", "<kml></kml>"])
      expect(read(other)).toEqual({ ok: false, problem: { code: "notPositions", line: 1 } });
  });

  it("is read or refused whatever its bytes are [GPS-01]", () => {
    const start = fc.constantFrom(gpx(point(0)), nmeaLine("GPRMC,080001,A,3100.00,N,12100.00,E,1,9,141126,,,A"), "");
    fc.assert(
      fc.property(start, fc.uint8Array({ maxLength: 60 }), fc.nat(120), (text, noise, at) => {
        const file = bytes(text);
        const broken = new Uint8Array([...file.subarray(0, at), ...noise, ...file.subarray(at)]);
        const result = read(broken);
        expect(result.ok ? result.positions.length : result.problem.line).toBeGreaterThan(0);
      }),
    );
  });
});

describe.skipIf(!hasCorpus)(`files with positions of the corpus${noCorpus}`, () => {
  it.each(corpusFiles("gps"))("%s is read in order, or refused with a line [GPS-01]", (name) => {
    const file = read(corpusBytes(`gps/${name}`));
    if (name === "gpx_cerknicko-without-times.gpx") expect(file).toMatchObject({ problem: { code: "noTimes" } });
    if (!file.ok) return expect(file.problem.line).toBeGreaterThan(0);
    const times = file.positions.map(({ timeUs }) => timeUs);
    expect(times.every((time, i) => i === 0 || time > (times[i - 1] as number))).toBe(true);
  });
});
