import { type NrcText, negativeResponseCode } from "@canopy/can/uds/negative-response-codes";
import type { Language } from "../platform/language.ts";

/** How a request or a job can end without its answer, beside the negative responses of packages/can. */
export const OUTCOMES = [
  "p2",
  "p2Star",
  "pendingCap",
  "N_TIMEOUT_A",
  "N_TIMEOUT_Bs",
  "N_TIMEOUT_Cr",
  "N_WRONG_SN",
  "N_INVALID_FS",
  "N_UNEXP_PDU",
  "N_WFT_OVRN",
  "N_BUFFER_OVFLW",
  "N_ERROR",
  "unexpected",
  "invalid",
  "noKey",
  "cancelled",
  "executionTime",
  "offline",
  "refused",
  "lost",
] as const;
export type Outcome = (typeof OUTCOMES)[number];

type Row = readonly [zhCause: string, zhNext: string, enCause: string, enNext: string];

// biome-ignore format: a table reads by rows.
const ROWS: Readonly<Record<Outcome, Row>> = {
  p2: ["ECU 在超时时间内没有响应。", "检查地址、通道和点火状态，或增大超时时间。", "The ECU did not answer within the timeout.", "Check address, channel and ignition, or allow more time."],
  p2Star: ["ECU 要求等待后没有给出最终响应。", "增大增强超时时间，或重置 ECU 后再试。", "The ECU asked for time and then gave no final answer.", "Allow a longer enhanced timeout, or reset the ECU and try again."],
  pendingCap: ["ECU 一直要求等待，超过了执行时间。", "增大执行时间，或重置 ECU 后再试。", "The ECU kept asking for time until the execution time was over.", "Allow a longer execution time, or reset the ECU and try again."],
  N_TIMEOUT_A: ["终端无法把帧发到总线上。", "检查总线连接、终端电阻和波特率。", "The terminal could not put its frame on the bus.", "Check wiring, termination and bit rate."],
  N_TIMEOUT_Bs: ["等待 ECU 的流控帧超时。", "检查响应地址，或增大流控超时时间。", "The ECU sent no flow control in time.", "Check the response address, or allow a longer FC timeout."],
  N_TIMEOUT_Cr: ["ECU 的响应中断，后续帧没有到达。", "检查总线负载与错误帧，然后重试。", "The answer broke off: its next frame did not come.", "Look at bus load and error frames, then try again."],
  N_WRONG_SN: ["ECU 的响应丢帧（序号不连续）。", "检查总线质量，或增大 RemoteStMin。", "A frame of the answer is missing (wrong sequence number).", "Check the bus, or ask for a longer RemoteStMin."],
  N_INVALID_FS: ["ECU 的流控帧无效。", "确认地址属于诊断通信，然后重试。", "The ECU sent an invalid flow control.", "Make sure that the addresses are those of diagnosis, then try again."],
  N_UNEXP_PDU: ["收到了不该出现的传输层帧。", "确认没有其他诊断仪在同一地址上工作。", "A transport frame came where none belongs.", "Make sure that no other tester uses the same addresses."],
  N_WFT_OVRN: ["ECU 反复要求暂停发送。", "稍后重试，或缩短请求。", "The ECU asked for a pause too often.", "Try again later, or send a shorter request."],
  N_BUFFER_OVFLW: ["请求超过了 ECU 的缓冲区。", "缩短请求后再发送。", "The request is longer than the ECU's buffer.", "Send a shorter request."],
  N_ERROR: ["传输层出错，请求没有完成。", "检查请求长度与寻址方式，然后重试。", "The transport failed.", "Check the length of the request and its address, then try again."],
  unexpected: ["收到的响应不属于该请求。", "确认没有其他诊断仪在同一地址上工作。", "The answer belongs to another request.", "Make sure that no other tester uses the same addresses."],
  invalid: ["响应的长度或内容不符合标准。", "查看原始字节，并核对 ECU 诊断规范。", "The answer is not well-formed.", "Look at its bytes and at the ECU's diagnostic specification."],
  noKey: ["解锁文件无法为该等级的种子计算密钥。", "在 ECU 管理中检查解锁文件的等级。", "The unlock file has no key for the seed of this level.", "Check the levels of the unlock file in ECU management."],
  cancelled: ["请求已被取消。", "需要时可重新发送。", "The request was cancelled.", "Send it again when needed."],
  executionTime: ["执行时间已到，请求被终止。", "增大执行时间后再试。", "The execution time was over.", "Allow a longer execution time and try again."],
  offline: ["设备在执行中离线，ECU 会话已随之结束。", "等待设备上线后重新开始诊断。", "The device went offline meanwhile, and the session ended with it.", "Wait until it is online, then begin again."],
  refused: ["终端拒绝执行该请求。", "检查通道是否启用且不是只听模式。", "The terminal refused the request.", "Check that the channel is on and does not only listen."],
  lost: ["终端没有报告结果。", "检查设备是否在线，然后重试。", "The terminal did not report a result.", "Check that the device is online, then try again."],
};

export const isOutcome = (text: string): text is Outcome => OUTCOMES.some((outcome) => outcome === text);

/** UDS-05: cause and next step; a code that is not ours is told as a failure of the transport. */
export function outcomeText(outcome: string, language: Language): NrcText {
  const [zhCause, zhNext, enCause, enNext] = ROWS[isOutcome(outcome) ? outcome : "N_ERROR"];
  return language === "zh" ? { cause: zhCause, next: zhNext } : { cause: enCause, next: enNext };
}

/** UDS-05 of a negative response. */
export function negativeText(code: number, language: Language): NrcText {
  return negativeResponseCode(code)[language];
}
