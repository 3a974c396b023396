import { decimal, isoTime, type TrackWriter } from "./track-text.ts";

const COLUMNS = "part,time,latitude,longitude,altitude_m,speed_kmh,course,satellites,hdop\r\n";

/** RFC 4180; the cells are numbers and times, so that none needs quotes. */
export function trackCsvWriter(): TrackWriter {
  let part = 0;
  return {
    head: () => COLUMNS,
    position({ position, startsPart }) {
      if (startsPart) part += 1;
      const { timeUs, latitude, longitude, altitudeM, speedKmh, courseDeg, satellites, hdop } = position;
      const measured = [altitudeM, speedKmh, courseDeg, satellites, hdop];
      const cells = measured.map((value) => (value === undefined ? "" : decimal(value, 3)));
      return `${[part, isoTime(timeUs), decimal(latitude), decimal(longitude), ...cells].join(",")}\r\n`;
    },
    tail: () => "",
  };
}
