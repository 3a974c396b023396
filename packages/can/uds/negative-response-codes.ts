/** Texts for people: why the ECU refused, and a remedy. */
export interface NrcText {
  cause: string;
  next: string;
}

export interface NegativeResponseCode {
  code: number;
  /** As ISO 14229-1, annex A.1, spells it. */
  name: string;
  zh: NrcText;
  en: NrcText;
}

type Row = readonly [code: number, name: string, zhCause: string, zhNext: string, enCause: string, enNext: string];

// biome-ignore format: a table reads by rows.
const ROWS: readonly Row[] = [
  [0x10, "generalReject", "ECU 拒绝了请求，未说明原因。", "稍后重试；若仍被拒绝，请查阅 ECU 诊断规范。", "The ECU refused and gave no reason.", "Try again; if it still refuses, read the ECU's diagnostic specification."],
  [0x11, "serviceNotSupported", "该 ECU 不支持此服务。", "检查所选 ECU 和服务是否正确。", "This ECU does not have the service.", "Check that the right ECU and service are selected."],
  [0x12, "subFunctionNotSupported", "该 ECU 不支持此子功能。", "换用 ECU 支持的子功能。", "This ECU does not have the sub-function.", "Choose a sub-function the ECU supports."],
  [0x13, "incorrectMessageLengthOrInvalidFormat", "请求的长度或格式不正确。", "按诊断规范检查参数的字节数。", "The request has a wrong length or format.", "Check the number of parameter bytes against the specification."],
  [0x14, "responseTooLong", "响应过长，超出传输层能力。", "减少一次读取的标识符数量。", "The answer would exceed what the transport carries.", "Ask for fewer identifiers at once."],
  [0x21, "busyRepeatRequest", "ECU 正忙，暂不能处理。", "稍等后重复同一请求。", "The ECU is busy.", "Wait a moment and repeat the same request."],
  [0x22, "conditionsNotCorrect", "当前条件不满足（如车速、点火、电压）。", "满足前提条件后再试：停车、点火开、电压正常。", "A precondition is not met (speed, ignition, voltage, …).", "Bring the vehicle into the required state, then try again."],
  [0x24, "requestSequenceError", "请求顺序错误，缺少前一步。", "从流程的第一步重新开始。", "The request came out of order; an earlier step is missing.", "Start the sequence again from its first step."],
  [0x25, "noResponseFromSubnetComponent", "网关后的子网部件没有响应。", "检查该部件的供电和总线连接。", "A component behind the gateway did not answer.", "Check that component's supply and bus wiring."],
  [0x26, "failurePreventsExecutionOfRequestedAction", "ECU 存在故障，无法执行该操作。", "先读取并排除故障码，再重试。", "A fault in the ECU prevents the action.", "Read and clear the fault behind it, then try again."],
  [0x31, "requestOutOfRange", "参数超出范围，或标识符、地址不受支持。", "核对标识符、地址和取值范围。", "A parameter is out of range, or the identifier or address is unknown.", "Check identifier, address and value range."],
  [0x33, "securityAccessDenied", "未通过安全访问，操作被拒绝。", "先完成安全访问（27 服务）解锁再试。", "The ECU is locked.", "Unlock it with security access (service 27) first."],
  [0x34, "authenticationRequired", "需要先进行身份认证。", "先完成认证（29 服务）再试。", "Authentication is required.", "Authenticate (service 29) first."],
  [0x35, "invalidKey", "密钥错误，解锁失败。", "检查解锁文件和安全等级；多次失败会被锁定。", "The key is wrong.", "Check unlock file and security level; further failures lock the ECU."],
  [0x36, "exceededNumberOfAttempts", "解锁尝试次数超限，ECU 已锁定。", "等待延时结束或重新上电后，用正确的解锁文件再试。", "Too many wrong keys: the ECU is locked.", "Wait for the delay or cycle power, then use the right unlock file."],
  [0x37, "requiredTimeDelayNotExpired", "安全访问延时尚未结束。", "等待延时（通常 10 秒）结束后再试。", "The security delay has not run out.", "Wait (usually 10 seconds), then try again."],
  [0x38, "secureDataTransmissionRequired", "必须使用安全数据传输。", "改用安全数据传输（84 服务）。", "The ECU wants secured data transmission.", "Send it through service 84."],
  [0x39, "secureDataTransmissionNotAllowed", "此请求不允许使用安全数据传输。", "改用普通请求。", "Secured data transmission is not allowed here.", "Send the request in plain form."],
  [0x3a, "secureDataVerificationFailed", "安全数据校验失败。", "检查密钥与签名配置。", "Verification of the secured data failed.", "Check keys and signature settings."],
  [0x50, "certificateVerificationFailedInvalidTimePeriod", "证书不在有效期内。", "更换有效期内的证书，并检查 ECU 时间。", "The certificate is outside its validity period.", "Use a valid certificate and check the ECU's clock."],
  [0x51, "certificateVerificationFailedInvalidSignature", "证书签名无效。", "使用受信任机构签发的证书。", "The certificate's signature is invalid.", "Use a certificate signed by the trusted authority."],
  [0x52, "certificateVerificationFailedInvalidChainOfTrust", "证书信任链无效。", "提供完整的证书链。", "The certificate's chain of trust is invalid.", "Provide the whole certificate chain."],
  [0x53, "certificateVerificationFailedInvalidType", "证书类型不符。", "使用 ECU 要求类型的证书。", "The certificate has the wrong type.", "Use a certificate of the type the ECU wants."],
  [0x54, "certificateVerificationFailedInvalidFormat", "证书格式不符。", "使用 ECU 要求格式的证书。", "The certificate has the wrong format.", "Use a certificate of the format the ECU wants."],
  [0x55, "certificateVerificationFailedInvalidContent", "证书内容无效。", "检查证书字段后重新签发。", "The certificate's content is invalid.", "Check its fields and issue it again."],
  [0x56, "certificateVerificationFailedInvalidScope", "证书的适用范围不符。", "使用适用于该 ECU 的证书。", "The certificate's scope does not cover this ECU.", "Use a certificate made for this ECU."],
  [0x57, "certificateVerificationFailedInvalidCertificate", "证书已被吊销。", "申请新的证书。", "The certificate has been revoked.", "Obtain a new certificate."],
  [0x58, "ownershipVerificationFailed", "私钥持有验证失败。", "检查证书与私钥是否配对。", "Proof of ownership failed.", "Check that certificate and private key belong together."],
  [0x59, "challengeCalculationFailed", "ECU 无法计算质询。", "重新开始认证。", "The ECU could not compute its challenge.", "Start the authentication again."],
  [0x5a, "settingAccessRightsFailed", "设置访问权限失败。", "检查证书中的角色与权限。", "Access rights could not be set.", "Check the roles in the certificate."],
  [0x5b, "sessionKeyCreationDerivationFailed", "会话密钥生成失败。", "重新开始认证。", "The session key could not be made.", "Start the authentication again."],
  [0x5c, "configurationDataUsageFailed", "配置数据不可用。", "检查提供的配置数据。", "The configuration data cannot be used.", "Check the configuration data."],
  [0x5d, "deAuthenticationFailed", "注销认证失败。", "重置 ECU 后再试。", "De-authentication failed.", "Reset the ECU and try again."],
  [0x70, "uploadDownloadNotAccepted", "ECU 不接受上传或下载。", "检查地址、长度，确认已擦除并解锁。", "The ECU does not accept the up- or download.", "Check address and size, and that memory is erased and unlocked."],
  [0x71, "transferDataSuspended", "数据传输被中止。", "重新发起下载（34 服务）。", "The transfer was stopped by a fault.", "Start the download again (service 34)."],
  [0x72, "generalProgrammingFailure", "擦除或写入存储器失败。", "检查供电后重新刷写；若重复出现，更换 ECU。", "Erasing or writing the memory failed.", "Check the supply and flash again; replace the ECU if it repeats."],
  [0x73, "wrongBlockSequenceCounter", "数据块序号错误。", "从最后确认的数据块继续，或重新发起下载。", "A block arrived out of sequence.", "Go on from the last acknowledged block, or start the download again."],
  [0x78, "requestCorrectlyReceivedResponsePending", "请求已接收，ECU 仍在处理。", "继续等待最终响应。", "The request was received; the ECU is still working.", "Keep waiting for the final answer."],
  [0x7e, "subFunctionNotSupportedInActiveSession", "当前会话不支持此子功能。", "先切换到扩展或编程会话。", "The sub-function is not available in the active session.", "Change to the extended or programming session first."],
  [0x7f, "serviceNotSupportedInActiveSession", "当前会话不支持此服务。", "先切换到扩展或编程会话。", "The service is not available in the active session.", "Change to the extended or programming session first."],
  [0x81, "rpmTooHigh", "发动机转速过高。", "降低转速或熄火后再试。", "Engine speed is too high.", "Lower the speed or stop the engine."],
  [0x82, "rpmTooLow", "发动机转速过低。", "提高转速后再试。", "Engine speed is too low.", "Raise the engine speed."],
  [0x83, "engineIsRunning", "发动机正在运转。", "熄火后再试。", "The engine is running.", "Stop the engine."],
  [0x84, "engineIsNotRunning", "发动机未运转。", "起动发动机后再试。", "The engine is not running.", "Start the engine."],
  [0x85, "engineRunTimeTooLow", "发动机运转时间不足。", "继续运转一段时间后再试。", "The engine has not run long enough.", "Let it run longer."],
  [0x86, "temperatureTooHigh", "温度过高。", "冷却后再试。", "The temperature is too high.", "Let it cool down."],
  [0x87, "temperatureTooLow", "温度过低。", "升温后再试。", "The temperature is too low.", "Let it warm up."],
  [0x88, "vehicleSpeedTooHigh", "车速过高。", "停车后再试。", "The vehicle is too fast.", "Stop the vehicle."],
  [0x89, "vehicleSpeedTooLow", "车速过低。", "提高车速后再试。", "The vehicle is too slow.", "Drive faster, where that is safe."],
  [0x8a, "throttlePedalTooHigh", "油门踏板开度过大。", "松开油门踏板。", "The throttle or pedal is too far down.", "Release the pedal."],
  [0x8b, "throttlePedalTooLow", "油门踏板开度过小。", "踩下油门踏板。", "The throttle or pedal is not far enough down.", "Press the pedal."],
  [0x8c, "transmissionRangeNotInNeutral", "变速器不在空挡。", "挂入空挡。", "The transmission is not in neutral.", "Shift to neutral."],
  [0x8d, "transmissionRangeNotInGear", "变速器未挂挡。", "挂入挡位。", "The transmission is not in gear.", "Shift into gear."],
  [0x8f, "brakeSwitchesNotClosed", "制动踏板未踩下。", "踩住制动踏板。", "The brake pedal is not pressed.", "Press and hold the brake."],
  [0x90, "shifterLeverNotInPark", "挡杆不在驻车挡。", "挂入 P 挡并拉起驻车制动。", "The lever is not in park.", "Shift to park and set the parking brake."],
  [0x91, "torqueConverterClutchLocked", "液力变矩器离合器已锁止。", "解除锁止后再试。", "The torque converter clutch is locked.", "Release it."],
  [0x92, "voltageTooHigh", "供电电压过高。", "检查充电机和发电机电压。", "The supply voltage is too high.", "Check charger and alternator."],
  [0x93, "voltageTooLow", "供电电压过低。", "连接充电机或更换蓄电池后再试。", "The supply voltage is too low.", "Connect a charger or replace the battery."],
  [0x94, "resourceTemporarilyNotAvailable", "所需资源暂时不可用。", "稍后重试。", "A resource is not available at the moment.", "Try again later."],
];

export const NEGATIVE_RESPONSE_CODES: ReadonlyMap<number, NegativeResponseCode> = new Map(
  ROWS.map(([code, name, zhCause, zhNext, enCause, enNext]) => [
    code,
    { code, name, zh: { cause: zhCause, next: zhNext }, en: { cause: enCause, next: enNext } },
  ]),
);

/** The row of a code. A code without one is the maker's or reserved, and still gets whole sentences. */
export function negativeResponseCode(code: number): NegativeResponseCode {
  const known = NEGATIVE_RESPONSE_CODES.get(code);
  if (known) return known;
  const shown = `0x${code.toString(16).toUpperCase().padStart(2, "0")}`;
  const isMakers = code >= 0xf0 && code <= 0xfe;
  return {
    code,
    name: isMakers ? "vehicleManufacturerSpecificConditionsNotCorrect" : "ISOSAEReserved",
    zh: {
      cause: `ECU 返回了${isMakers ? "厂商自定义" : "未定义"}的否定码 ${shown}。`,
      next: "请查阅该 ECU 的诊断规范。",
    },
    en: {
      cause: `The ECU gave the ${isMakers ? "manufacturer's own" : "reserved"} negative code ${shown}.`,
      next: "Read the ECU's diagnostic specification.",
    },
  };
}
