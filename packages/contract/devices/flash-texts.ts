import type { FlashCause } from "@canopy/can/uds/flash/flash-state";
import type { FlashInterlock } from "@canopy/can/uds/flash/interlocks";
import type { NrcText } from "@canopy/can/uds/negative-response-codes";
import { negativeResponseCode } from "@canopy/can/uds/negative-response-codes";
import type { ToldFailure } from "../device-link/flash/flash-message.ts";
import type { Language, Text } from "../platform/language.ts";

const GATES: Readonly<Record<FlashInterlock, Text>> = {
  speed: { zh: "车速", en: "Speed" },
  supply: { zh: "供电电压", en: "Supply" },
  parkingBrake: { zh: "驻车制动", en: "Parking brake" },
  ignition: { zh: "点火状态", en: "Ignition" },
  identity: { zh: "身份核对", en: "Identity" },
  package: { zh: "升级包", en: "Package" },
  card: { zh: "SD 卡", en: "Card" },
  exclusive: { zh: "独占车辆", en: "Nobody else" },
};

export const isGate = (name: string): name is FlashInterlock => Object.hasOwn(GATES, name);

export function gateName(name: FlashInterlock, language: Language): string {
  return GATES[name][language];
}

type Row = readonly [zhCause: string, zhNext: string, enCause: string, enNext: string];

// biome-ignore format: a table reads by rows.
const CAUSES: Readonly<Record<Exclude<FlashCause, "negative">, Row>> = {
  badPlan: ["升级包或流程无法执行。", "检查流程步骤和升级包的地址范围。", "The package or the flow cannot be run.", "Check the steps of the flow and the addresses of the package."],
  downloadFailed: ["终端没有完整的升级包。", "检查终端网络和 SD 卡后重新开始。", "The terminal does not have the whole image.", "Check its network and card, then start again."],
  imageInvalid: ["升级包内容与 SHA-256 不一致，未做任何更改。", "重新上传升级包后再试。", "The image is not that of its SHA-256; nothing was changed.", "Upload the package again."],
  denied: ["前置检查未满足。", "满足所列条件后重新检查。", "A gate is not met.", "Bring the vehicle into the required state and check again."],
  cancelled: ["已在擦除之前取消，ECU 未更改。", "需要时可重新开始。", "It was cancelled before the erase; the ECU is as it was.", "Start again when needed."],
  noKey: ["解锁文件无法为该种子计算密钥。", "在 ECU 管理中检查解锁文件的等级。", "The unlock file has no key for the seed.", "Check the levels of the unlock file in ECU management."],
  timeout: ["ECU 没有响应，可能已断电。", "检查 ECU 供电和总线连接，然后继续。", "The ECU did not answer; it may have lost its power.", "Check its supply and the bus, then resume."],
  invalid: ["ECU 的响应格式错误。", "查看过程记录，并核对 ECU 诊断规范。", "The answer of the ECU is not well-formed.", "Look at the trace and at the ECU's specification."],
  unexpected: ["收到的响应不属于该请求。", "确认没有其他诊断仪在同一地址上工作。", "The answer belongs to another request.", "Make sure that no other tester uses the same addresses."],
  routineFailed: ["ECU 自检未通过：写入的内容不正确。", "点击继续，将从擦除开始重新刷写。", "The ECU's own check failed: what was written is not right.", "Resume: it begins again with the erase."],
  versionMismatch: ["读回的软件版本不是预期版本。", "确认升级包与该 ECU 匹配，然后继续。", "The version read back is not the expected one.", "Make sure that the package is for this ECU, then resume."],
};

// biome-ignore format: a table reads by rows.
const CODES: Readonly<Record<string, Row>> = {
  offline: ["设备离线，没有收到升级命令。", "等待设备上线后重新开始。", "The device was offline and did not get the command.", "Wait until it is online, then start again."],
  busy: ["终端正在执行另一诊断或升级。", "等待其结束后重试。", "The terminal is at work with another diagnosis or flash.", "Wait for its end, then try again."],
  noCard: ["终端没有 SD 卡。", "插入 SD 卡后重试。", "The terminal has no SD card.", "Insert one, then try again."],
  unknownRun: ["终端的 SD 卡上已没有这次升级。", "请新建升级并从头刷写。", "The terminal's card no longer has this run.", "Prepare a new flash."],
  cancelled: ["已取消，ECU 未更改。", "需要时可重新开始。", "It was cancelled; the ECU is as it was.", "Start again when needed."],
  download: ["终端无法下载升级包。", "检查终端网络后重试。", "The terminal could not download the image.", "Check its network, then try again."],
  size: ["下载的升级包长度不符。", "重新上传升级包后再试。", "The image has another length than it was said to have.", "Upload the package again."],
  hash: ["终端 SD 卡上的升级包已损坏，且无法重新下载正确内容。", "检查 SD 卡和升级包，然后继续。", "The image on the terminal's card is damaged, and what it fetched again is not that of its SHA-256.", "Check the card and the package, then resume."],
  room: ["终端存储空间不足。", "清理 SD 卡后重试。", "The terminal has no room for the image.", "Make room on its card."],
};
const OTHER: Row = [
  "终端拒绝执行升级。",
  "检查通道是否启用且不是只听模式。",
  "The terminal refused to flash.",
  "Check that the channel is on and does not only listen.",
];

const textOf = ([zhCause, zhNext, enCause, enNext]: Row, language: Language): NrcText =>
  language === "zh" ? { cause: zhCause, next: zhNext } : { cause: enCause, next: enNext };

/** UDS-05: cause and next step of a failed run. */
export function flashFailureText(
  { failure, code }: { failure: ToldFailure | null; code: string | null },
  language: Language,
): NrcText {
  if (failure?.cause === "negative") {
    const known = negativeResponseCode(failure.code ?? 0x10);
    return known[language];
  }
  if (failure) return textOf(CAUSES[failure.cause], language);
  return textOf((code !== null && Object.hasOwn(CODES, code) ? CODES[code] : undefined) ?? OTHER, language);
}
