import { type PayloadReader, payload, uint } from "./payload.ts";

/** The parameters after the sub-function in a request of service 19. */
export type ReportParameters =
  | { shape: "none" }
  | { shape: "statusMask"; statusMask: number }
  | { shape: "statusMaskInMemory"; statusMask: number; memory: number }
  | { shape: "severityMask"; severityMask: number; statusMask: number }
  | { shape: "dtc"; dtc: number }
  | { shape: "dtcRecord"; dtc: number; record: number }
  | { shape: "dtcRecordInMemory"; dtc: number; record: number; memory: number }
  | { shape: "record"; record: number }
  | { shape: "functionalGroup"; functionalGroup: number; statusMask: number; severityMask: number }
  | { shape: "functionalGroupOnly"; functionalGroup: number }
  | { shape: "other"; data: Uint8Array };

type Shape = ReportParameters["shape"];

const SHAPES: Readonly<Record<number, Shape>> = {
  1: "statusMask",
  2: "statusMask",
  3: "none",
  4: "dtcRecord",
  5: "record",
  6: "dtcRecord",
  7: "severityMask",
  8: "severityMask",
  9: "dtc",
  10: "none",
  11: "none",
  12: "none",
  13: "none",
  14: "none",
  15: "statusMask",
  16: "dtcRecord",
  17: "statusMask",
  18: "statusMask",
  19: "statusMask",
  20: "none",
  21: "none",
  22: "record",
  23: "statusMaskInMemory",
  24: "dtcRecordInMemory",
  25: "dtcRecordInMemory",
  26: "record",
  66: "functionalGroup",
  85: "functionalGroupOnly",
};

export function requestShapeOf(report: number): Shape {
  return SHAPES[report] ?? "other";
}

export function reportParameters(p: ReportParameters): Uint8Array {
  switch (p.shape) {
    case "none":
      return payload();
    case "statusMask":
      return payload(p.statusMask);
    case "statusMaskInMemory":
      return payload(p.statusMask, p.memory);
    case "severityMask":
      return payload(p.severityMask, p.statusMask);
    case "dtc":
      return uint(p.dtc, 3);
    case "dtcRecord":
      return payload(uint(p.dtc, 3), p.record);
    case "dtcRecordInMemory":
      return payload(uint(p.dtc, 3), p.record, p.memory);
    case "record":
      return payload(p.record);
    case "functionalGroup":
      return payload(p.functionalGroup, p.statusMask, p.severityMask);
    case "functionalGroupOnly":
      return payload(p.functionalGroup);
    case "other":
      return p.data;
  }
}

export function readReportParameters(shape: Shape, reader: PayloadReader): ReportParameters {
  switch (shape) {
    case "none":
      return { shape };
    case "statusMask":
      return { shape, statusMask: reader.u8() };
    case "statusMaskInMemory":
      return { shape, statusMask: reader.u8(), memory: reader.u8() };
    case "severityMask":
      return { shape, severityMask: reader.u8(), statusMask: reader.u8() };
    case "dtc":
      return { shape, dtc: reader.u24() };
    case "dtcRecord":
      return { shape, dtc: reader.u24(), record: reader.u8() };
    case "dtcRecordInMemory":
      return { shape, dtc: reader.u24(), record: reader.u8(), memory: reader.u8() };
    case "record":
      return { shape, record: reader.u8() };
    case "functionalGroup":
      return { shape, functionalGroup: reader.u8(), statusMask: reader.u8(), severityMask: reader.u8() };
    case "functionalGroupOnly":
      return { shape, functionalGroup: reader.u8() };
    case "other":
      return { shape, data: reader.rest() };
  }
}
