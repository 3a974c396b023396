import { defineErrors } from "../platform/errors.ts";

/**
 * ACC-23: the codes 001-021 and 409 of spec §8, once, for pages and server alike. 003 and 008 are both "username
 * format": 003 of the sign-in form, 008 of registration; 014 and 021 are both "six digits": phone and e-mail.
 */
export const fieldErrors = defineErrors("accounts", {
  usernameEmpty: { code: "001", status: 400, zh: "请输入用户名或手机号", en: "Enter a username or phone number" },
  phoneEmpty: { code: "002", status: 400, zh: "请输入手机号", en: "Enter a phone number" },
  usernameFormat: {
    code: "003",
    status: 400,
    zh: "用户名为 2-65 位字母、数字、下划线或 @",
    en: "A username has 2-65 letters, digits, underscores or @",
  },
  phoneFormat: {
    code: "004",
    status: 400,
    zh: "手机号格式有误，只能输入数字",
    en: "Not a valid phone number: digits only",
  },
  passwordFormat: {
    code: "005",
    status: 400,
    zh: "密码为 8-16 位，不含空格和中文",
    en: "A password has 8-16 characters, without spaces or Chinese characters",
  },
  passwordEmpty: { code: "006", status: 400, zh: "请输入密码", en: "Enter a password" },
  phoneExists: { code: "007", status: 409, zh: "该手机号已注册", en: "This phone number is already registered" },
  newUsernameFormat: {
    code: "008",
    status: 400,
    zh: "用户名为 2-20 位字母、数字或下划线，不能以数字开头",
    en: "A username has 2-20 letters, digits or underscores and does not start with a digit",
  },
  usernameExists: { code: "009", status: 409, zh: "该用户名已存在", en: "This username is taken" },
  passwordWeak: {
    code: "010",
    status: 400,
    zh: "密码须含大写字母、小写字母、数字、特殊符号（!@#$%^&*）中的至少两种",
    en: "Use at least two of upper case, lower case, digits and !@#$%^&*",
  },
  passwordsDiffer: { code: "011", status: 400, zh: "两次输入的密码不一致", en: "The passwords differ" },
  confirmEmpty: { code: "012", status: 400, zh: "请再次输入密码", en: "Enter the password again" },
  newUsernameEmpty: { code: "013", status: 400, zh: "请输入用户名", en: "Enter a username" },
  phoneCodeFormat: {
    code: "014",
    status: 400,
    zh: "请输入 6 位短信验证码",
    en: "Enter the six digits of the text message",
  },
  emailFormat: { code: "015", status: 400, zh: "邮箱格式有误", en: "Not a valid e-mail address" },
  emailExists: { code: "016", status: 409, zh: "该邮箱已被使用", en: "This e-mail address is in use" },
  emailEmpty: { code: "017", status: 400, zh: "请输入邮箱", en: "Enter an e-mail address" },
  phoneCodeInvalid: {
    code: "018",
    status: 400,
    zh: "短信验证码无效或已过期",
    en: "The text-message code is wrong or has expired",
  },
  emailCodeInvalid: {
    code: "019",
    status: 400,
    zh: "邮箱验证码无效或已过期",
    en: "The e-mail code is wrong or has expired",
  },
  merchantIdInvalid: { code: "020", status: 400, zh: "商户 ID 无效", en: "Not a valid merchant ID" },
  emailCodeFormat: { code: "021", status: 400, zh: "请输入 6 位邮箱验证码", en: "Enter the six digits of the e-mail" },
  accountConflict: {
    code: "409",
    status: 409,
    zh: "账号冲突，请联系管理员",
    en: "Account conflict; contact the administrator",
  },
});

/** Errors of signing in (spec §8, ACC-02, ACC-09, ACC-10). */
export const signInErrors = defineErrors("accounts", {
  captchaEmpty: { status: 400, zh: "请输入图形验证码", en: "Enter the characters of the picture" },
  captchaWrong: { code: "iot-control.10027", status: 400, zh: "图形验证码错误", en: "The picture code is wrong" },
  captchaExpired: {
    code: "iot-control.10026",
    status: 400,
    zh: "图形验证码已过期",
    en: "The picture code has expired",
  },
  wrongCredentials: {
    code: "iot-control.10013",
    status: 401,
    zh: "用户名或密码错误",
    en: "Wrong username or password",
  },
  wrongCode: { status: 401, zh: "验证码错误", en: "Wrong verification code" },
  locked: {
    code: "iot-control.10024",
    status: 403,
    zh: "登录尝试次数超限，30 分钟内禁止登录",
    en: "Login attempt limit exceeded, login prohibited for 30 minutes",
  },
  verifyPhone: {
    code: "iot-http.423",
    status: 423,
    zh: "为保障账号安全，请验证手机 {mobile}",
    en: "To protect the account, verify the phone {mobile}",
  },
  underReview: {
    code: "iot-tenant.10016",
    status: 403,
    zh: "账号正在审核，需 1-3 个工作日",
    en: "The account is under review, which takes 1-3 working days",
  },
  refused: {
    status: 403,
    zh: "注册申请未通过：{reason}",
    en: "The registration was refused: {reason}",
  },
  conflict: {
    code: "iot-http.409",
    status: 409,
    zh: "账号冲突，请联系管理员",
    en: "Account conflict; contact the administrator",
  },
  phoneUnknown: { status: 404, zh: "手机号未注册", en: "Mobile number not registered" },
  passwordRule: {
    code: "iot-tenant.10096",
    status: 400,
    zh: "密码为 8-16 位，须含大写字母、小写字母、数字、特殊符号（!@#$%^&*）中的至少两种",
    en: "A password has 8-16 characters of at least two kinds: upper case, lower case, digits, !@#$%^&*",
  },
});

export const registrationErrors = defineErrors("accounts", {
  notAgreed: { status: 400, zh: "请先阅读并同意用户协议", en: "Read the terms and agree to them first" },
  merchantsClosed: { status: 403, zh: "设备厂商注册暂未开放", en: "Registration of device makers is not open" },
});

export const reviewErrors = defineErrors("accounts", {
  reasonEmpty: { status: 400, zh: "请填写拒绝原因", en: "Say why" },
  alreadyDecided: { status: 409, zh: "该申请已被处理", en: "This registration has already been decided" },
});

export const codeErrors = defineErrors("accounts", {
  codeTooSoon: { status: 429, zh: "请 {seconds} 秒后再获取验证码", en: "Ask for another code in {seconds} s" },
  codeDayLimit: { status: 429, zh: "该号码今日获取验证码次数已达上限", en: "No more codes for this destination today" },
  codeSourceLimit: {
    status: 429,
    zh: "获取验证码过于频繁，请稍后再试",
    en: "Too many codes were asked for; try again later",
  },
  codeNotSent: { status: 502, zh: "发送失败，请稍后再试", en: "Sending failed, try again later" },
});

export const accountErrors = defineErrors("accounts", {
  tokenNameTaken: { status: 409, zh: "已有同名令牌", en: "A token of this name exists" },
  tokenLimit: { status: 409, zh: "令牌数量已达上限（{limit}）", en: "No more tokens (limit {limit})" },
  tenantNameTaken: { status: 409, zh: "已有同名租户", en: "A tenant of this name exists" },
  platformTenant: { status: 409, zh: "平台租户不能停用", en: "The platform's own tenant cannot be closed" },
  tenantUndecided: {
    status: 409,
    zh: "该租户的注册申请尚未通过审核，不能在此停用或启用",
    en: "The registration of this tenant has not been approved: it can be neither closed nor opened",
  },
  tenantNameDiffers: { status: 400, zh: "输入的租户名称不一致", en: "This is not the name of the tenant" },
  tenantHasOwners: {
    status: 409,
    zh: "该商户下还有 {count} 个业主，请先处理这些业主",
    en: "{count} owners belong to this merchant; deal with them first",
  },
  handOverInvalid: { status: 400, zh: "交接码无效或已过期", en: "The hand-over code is wrong or has expired" },
});
