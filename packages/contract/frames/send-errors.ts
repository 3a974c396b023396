import { defineErrors } from "../platform/errors.ts";

/** DEV-06, spec §5: errors of a frame. */
export const sendErrors = defineErrors("frames", {
  idNotHex: {
    status: 400,
    zh: "帧 ID 为十六进制数，例如 0x1A3",
    en: "A frame ID is a hexadecimal number such as 0x1A3",
  },
  standardIdOutOfRange: { status: 400, zh: "标准帧 ID 为 0x0-0x7FF", en: "A standard frame ID is 0x0-0x7FF" },
  extendedIdOutOfRange: {
    status: 400,
    zh: "扩展帧 ID 为 0x0-0x1FFFFFFF",
    en: "An extended frame ID is 0x0-0x1FFFFFFF",
  },
  dataNotHex: { status: 400, zh: "数据只能是十六进制字符", en: "Data are hexadecimal characters only" },
  dataOdd: { status: 400, zh: "数据须为偶数个十六进制字符", en: "Data have an even count of hexadecimal characters" },
  canLengthOutOfRange: { status: 400, zh: "CAN 帧数据长度为 0-8 字节", en: "A CAN frame has 0-8 bytes" },
  fdLengthNotAllowed: {
    status: 400,
    zh: "CAN FD 帧数据长度为 0-8、12、16、20、24、32、48 或 64 字节",
    en: "A CAN FD frame has 0-8, 12, 16, 20, 24, 32, 48 or 64 bytes",
  },
  fdRemote: { status: 400, zh: "CAN FD 没有远程帧", en: "CAN FD has no remote frames" },
  lengthOutOfRange: { status: 400, zh: "远程帧长度为 0-8", en: "A remote frame has a length of 0-8" },
  delayOutOfRange: { status: 400, zh: "时间为 0-3,600,000 毫秒", en: "A time is 0-3,600,000 ms" },
  repeatOutOfRange: {
    status: 400,
    zh: "次数为 0-1,000,000（0 为一直发送）",
    en: "0-1,000,000 times (0: until stopped)",
  },
});

/** DEV-06: saved command lists. DAT-02: the choice of data points. */
export const listErrors = defineErrors("frames", {
  listLimit: {
    status: 409,
    zh: "每台设备最多保存 {limit} 个指令列表",
    en: "A device keeps at most {limit} command lists",
  },
  listLength: { status: 400, zh: "指令列表为 1-100 条", en: "A command list has 1-100 items" },
  listNameLength: { status: 400, zh: "列表名称为 1-64 个字符", en: "The name of a list has 1-64 characters" },
  pointLimit: { status: 400, zh: "最多选择 30 个数据点", en: "At most 30 data points can be chosen" },
});
