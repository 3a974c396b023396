import type { LogProblemCode } from "@canopy/can/logs/reader";

export const zh = {
  "transfers.logProblem.badLine": "此行不是可识别的帧，已忽略",
  "transfers.logProblem.lineTooLong": "此行过长，不是文本，已忽略",
  "transfers.logProblem.badHeader": "文件头无法识别",
  "transfers.logProblem.timeMissing": "此行起没有时间，时间按 0 处理",
  "transfers.logProblem.timeUnitMissing": "时间没有注明单位：按微秒读取",
  "transfers.logProblem.badObject": "此处的对象已损坏，已忽略",
  "transfers.logProblem.badBlock": "此处没有应有的数据块，其内容缺失",
  "transfers.logProblem.unsupportedFrame": "此类帧不受支持，已忽略",
  "transfers.logProblem.unsupportedCompression": "压缩方式不受支持，该部分未读取",
  "transfers.logProblem.inflateFailed": "压缩数据已损坏，该部分未读取",
  "transfers.logProblem.gzipDamaged": "gzip 数据在此解压位置之后已损坏，此前的内容已读取",
  "transfers.logProblem.tooLarge": "该部分超出限制，未读取",
  "transfers.logProblem.ratioTooHigh": "该部分解压后过大，未读取",
  "transfers.logProblem.truncated": "文件在此处被截断，此前的内容已读取",
  "transfers.logProblem.missingData": "缺少此处引用的数据",
  "transfers.logProblem.tooManyProblems": "问题过多，之后的不再列出",
} as const satisfies Record<`transfers.logProblem.${LogProblemCode}`, string>;
