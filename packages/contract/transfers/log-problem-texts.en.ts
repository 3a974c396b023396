import type { zh } from "./log-problem-texts.zh.ts";

export const en = {
  "transfers.logProblem.badLine": "the line is not a known frame and is left out",
  "transfers.logProblem.lineTooLong": "the line is too long to be text and is left out",
  "transfers.logProblem.badHeader": "the header is not known",
  "transfers.logProblem.timeMissing": "frames have no times from here on: they are read as 0",
  "transfers.logProblem.timeUnitMissing": "the times name no unit: they are read as microseconds",
  "transfers.logProblem.badObject": "the object here is damaged and is left out",
  "transfers.logProblem.badBlock": "an expected block is not there: its content is missing",
  "transfers.logProblem.unsupportedFrame": "frames of this kind cannot be read and are left out",
  "transfers.logProblem.unsupportedCompression": "the compression is not supported: this part was not read",
  "transfers.logProblem.inflateFailed": "the compressed data is damaged: this part was not read",
  "transfers.logProblem.gzipDamaged":
    "the gzip data is damaged behind this unpacked byte; what came before it was read",
  "transfers.logProblem.tooLarge": "this part is beyond a limit and was not read",
  "transfers.logProblem.ratioTooHigh": "this part would unpack to far too much and was not read",
  "transfers.logProblem.truncated": "the file is cut off here; what came before was read",
  "transfers.logProblem.missingData": "data that is referred to here is missing",
  "transfers.logProblem.tooManyProblems": "there are more problems; those after this are not listed",
} as const satisfies Record<keyof typeof zh, string>;
