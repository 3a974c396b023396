import { defineErrors } from "../platform/errors.ts";

/** TRG-01, TRG-02, TRG-04 */
export const ruleErrors = defineErrors("alarms", {
  ruleName: { status: 400, zh: "规则名称为 1-50 个字符", en: "A rule name has 1-50 characters" },
  ruleNameTaken: { status: 409, zh: "规则名已存在：{name}", en: "Rule name exists: {name}" },
  ruleConditions: { status: 400, zh: "规则有 1-5 个触发条件", en: "A rule has 1-5 conditions" },
  ruleOneSignal: {
    status: 400,
    zh: "只能有 1 个 DBC 信号条件，请用计算信号合并",
    en: "Only one condition may be on a DBC signal; combine several in a computed signal",
  },
  ruleData: {
    status: 400,
    zh: "触发数据为原始帧时不能有信号条件，为 DBC 时须有一个，为围栏或总线时只有该类条件",
    en: "A raw-frame rule has no signal condition, a DBC rule has exactly one, a fence or bus rule has nothing else",
  },
  ruleFencesAlone: {
    status: 400,
    zh: "围栏条件不能与其他条件混用",
    en: "Conditions on fences stand alone, without frames or signals",
  },
  ruleBusAlone: {
    status: 400,
    zh: "总线条件不能与其他条件混用",
    en: "Conditions on the bus stand alone, without frames, signals or fences",
  },
  ruleDeviceSilence: {
    status: 400,
    zh: "整台设备静默不能与其他条件组合，请选择通道",
    en: "Silence of a whole device stands alone; choose a channel to combine it",
  },
  conditionBus: {
    status: 400,
    zh: "总线负载为 0-200 %，错误帧为 1-1000000 个，静默为 1-86400 秒，故障码为 1-1000 个",
    en: "A bus load is 0-200 %, error frames are 1-1,000,000, a silence lasts 1-86,400 s, fault codes are 1-1,000",
  },
  conditionFault: {
    status: 400,
    zh: "故障码写作 P0123、SPN 110 或 SPN 110 FMI 0",
    en: "A fault code is written P0123, SPN 110 or SPN 110 FMI 0",
  },
  conditionIds: { status: 400, zh: "ID 范围有误", en: "The ID range is not valid" },
  conditionRange: {
    status: 400,
    zh: "范围的上限不能小于下限",
    en: "The end of a range is not below its beginning",
  },
  conditionAbsence: {
    status: 400,
    zh: "缺失时间为 10-3600000 毫秒",
    en: "An absence lasts 10-3,600,000 ms",
  },
  conditionBack: {
    status: 400,
    zh: "恢复值须在阈值的另一侧，且仅用于 <、≤、>、≥",
    en: "The back value must lie on the other side of the limit, and only <, ≤, > and ≥ have one",
  },
  conditionSignalUnknown: {
    status: 422,
    zh: "DBC 最新修订中没有信号 {signal}",
    en: "The newest revision of the DBC has no signal {signal}",
    bare: { zh: "DBC 最新修订中没有该信号", en: "The newest revision of the DBC does not have the signal" },
  },
  conditionComputedUnknown: {
    status: 422,
    zh: "没有计算信号 {computed}",
    en: "There is no computed signal {computed}",
  },
  conditionComputedNotLive: {
    status: 422,
    zh: "计算信号 {computed} 不能随数据实时计算：不能含 integral 和 time，最多 4 个时间窗，每个不超过 300 秒",
    en: "The computed signal {computed} cannot be judged as data comes: no integral or time, at most 4 windows of 300 s",
  },
  actionTwice: { status: 400, zh: "同一动作只能有一个", en: "Each kind of action once" },
  actionTargets: { status: 400, zh: "请填写动作的接收方", en: "Name at least one recipient of the action" },
  actionTarget: {
    status: 400,
    zh: "接收方有误：邮件须为邮箱地址，短信和语音须为 5-20 位号码，飞书和 Webhook 须为 http(s) 地址，其签名密钥中的 % 须写作 %25",
    en: "A recipient cannot be: e-mail takes an address, SMS and voice a number of 5-20 digits, Feishu and webhook a URL, with %25 for a % in its signing secret",
  },
  actionCommand: { status: 400, zh: "请填写要下发的指令", en: "Name the command to send" },
  actionTooOften: {
    status: 400,
    zh: "指令、飞书和 Webhook 每分钟最多 1 次，邮件、短信和语音每 60 分钟最多 1 次",
    en: "Command, Feishu and webhook at most once a minute; e-mail, SMS and voice at most once in 60 minutes",
  },
  ruleHours: { status: 400, zh: "时间段有误", en: "The hours are not valid" },
  ruleFleet: {
    status: 403,
    zh: "覆盖多台设备的规则仅由主账号管理；可对有读写权限的单台设备建规则",
    en: "Only the primary account keeps rules on several devices; make one on a device that you have read-write on",
  },
  ruleStillEnabled: { status: 409, zh: "请先停用规则", en: "Disable the rule first" },
  ruleUserLimit: { status: 409, zh: "超出用户上限（{limit}）", en: "User limit ({limit})" },
  ruleSystemLimit: { status: 409, zh: "超出系统上限（{limit}）", en: "System limit ({limit})" },
  ruleImportName: { status: 400, zh: "规则名称为 1-128 个字符", en: "A rule name has 1-128 characters" },
});

/** TRG-05 */
export const alarmErrors = defineErrors("alarms", {
  eventClosed: { status: 409, zh: "事件已关闭，请先重新打开", en: "The event is closed; reopen it first" },
  assigneeUnknown: { status: 422, zh: "没有这个用户", en: "There is no such user" },
  muteRights: {
    status: 403,
    zh: "静音一台设备须有该设备的读写权限；静音全部设备、标签或多台设备的规则仅限主账号",
    en: "To mute a device takes read-write on it; only the primary account mutes all devices, a label or a rule on several",
  },
  muteEnd: { status: 400, zh: "静音须在一年内结束", en: "A mute ends within a year" },
  backTestRange: { status: 400, zh: "回测时间段为 1 秒至 31 天", en: "A back-test covers 1 second to 31 days" },
  searchDevices: { status: 409, zh: "搜索最多 {limit} 台设备", en: "A search covers at most {limit} devices" },
  searchGone: { status: 404, zh: "搜索已不存在", en: "The search no longer exists" },
  searchRunning: {
    status: 409,
    zh: "同时最多 {limit} 个搜索，请等待或取消",
    en: "At most {limit} searches at the same time; wait for one, or cancel it",
  },
});

/** TRG-06 */
export const templateErrors = defineErrors("alarms", {
  templatePlace: {
    status: 400,
    zh: "没有这样的占位符，可用：headline、detail、level、device、rule、value、peak、channel、time、text、link",
    en: "No such placeholder; use headline, detail, level, device, rule, value, peak, channel, time, text or link",
  },
  templateEmpty: {
    status: 400,
    zh: "至少一种语言须有标题和正文，有正文的语言须有标题",
    en: "At least one language has a subject and a text, and a language with a text has a subject",
  },
});
