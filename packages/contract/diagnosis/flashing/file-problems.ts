import type { FirmwareProblem, FirmwareProblemCode } from "@canopy/can/firmware/image";
import type { Language, Text } from "../../platform/language.ts";

const TEXTS: Readonly<Record<FirmwareProblemCode, Text>> = {
  badRecord: { zh: "不是有效的记录", en: "this is no record" },
  badChecksum: { zh: "校验和错误", en: "wrong checksum" },
  badLength: { zh: "长度错误", en: "wrong length" },
  unknownType: { zh: "未知的记录类型", en: "unknown type of record" },
  badAddress: { zh: "地址错误", en: "wrong address" },
  overlap: { zh: "与前面的数据地址重叠，内容不同", en: "overlaps data before it, with other content" },
  recordCount: { zh: "记录数与文件不符", en: "the count of records is wrong" },
  dataAfterEnd: { zh: "结束记录之后还有数据", en: "data behind the end record" },
  missingEnd: { zh: "缺少结束记录，文件可能不完整", en: "the end record is missing: the file may be cut" },
  empty: { zh: "文件没有数据", en: "the file has no data" },
  elfFile: {
    zh: "这是 ELF 文件，请先转换为 S19、HEX 或 BIN",
    en: "this is an ELF file: convert it to S19, HEX or BIN first",
  },
  vbfFile: {
    zh: "这是 VBF 文件，请先转换为 S19、HEX 或 BIN",
    en: "this is a VBF file: convert it to S19, HEX or BIN first",
  },
  uf2File: {
    zh: "这是 UF2 文件，请先转换为 S19、HEX 或 BIN",
    en: "this is a UF2 file: convert it to S19, HEX or BIN first",
  },
  utf16Text: { zh: "文本编码为 UTF-16，请另存为 ASCII", en: "the text is in UTF-16: save it in ASCII" },
};

export function fileProblemText({ code, line }: Pick<FirmwareProblem, "code" | "line">, language: Language): string {
  const text = TEXTS[code][language];
  if (line === 0) return text;
  return language === "zh" ? `第 ${line} 行：${text}` : `line ${line}: ${text}`;
}
