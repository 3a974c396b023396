import { defineErrors } from "../platform/errors.ts";

/** Scheduled outputs. */
export const outputErrors = defineErrors("outputs", {
  name: { status: 400, zh: "名称为 1-50 个字符", en: "A name has 1-50 characters" },
  nameTaken: { status: 409, zh: "名称已存在：{name}", en: "The name exists: {name}" },
  tooManyOutputs: {
    status: 409,
    zh: "定时输出已达上限（{limit}）",
    en: "The tenant has all its scheduled outputs ({limit})",
  },
  noTarget: { status: 400, zh: "请至少选择一个目的地", en: "Choose one destination at least" },
  mailNeedsFile: {
    status: 400,
    zh: "邮件中的链接指向自己的文件，请同时选择保存到自己的文件",
    en: "The link of a mail leads to the own files: keep the files there too",
  },
  zone: { status: 400, zh: "未知时区", en: "Unknown time zone" },
  addresses: { status: 400, zh: "请输入 1-10 个邮箱地址", en: "Enter 1-10 mail addresses" },
  bucketName: { status: 400, zh: "存储桶名称无效", en: "This is no name of a bucket" },
  bucketUrl: {
    status: 400,
    zh: "请输入 http 或 https 地址，不含路径",
    en: "Enter an http or https address without a path",
  },
  bucketPrefix: { status: 400, zh: "前缀无效", en: "This is no prefix" },
  bucketKey: { status: 400, zh: "请输入访问密钥 ID", en: "Enter the id of the access key" },
  secretMissing: { status: 400, zh: "请输入访问密钥", en: "Enter the secret of the access key" },
  privateUrl: {
    status: 400,
    zh: "{host} 不是公网地址，不能发送到那里",
    en: "{host} is not an address of the public internet; nothing is sent there",
    bare: {
      zh: "该地址不是公网地址，不能发送到那里",
      en: "The address is not one of the public internet; nothing is sent there",
    },
  },
  bucketMissing: { status: 409, zh: "存储桶不存在", en: "The bucket is not there" },
  bucketRefused: { status: 409, zh: "存储桶拒绝了访问密钥", en: "The bucket refuses the access key" },
  bucketUnreachable: { status: 409, zh: "存储桶服务器没有响应", en: "The server of the bucket does not answer" },
  runsAlready: { status: 409, zh: "正在运行", en: "A run of this output is under way" },
  notFailed: { status: 409, zh: "此次运行不是失败状态", en: "This run has not failed" },
  /** Of a run. */
  noDevices: {
    status: 409,
    zh: "没有所有者可写的设备",
    en: "There is no device that its owner may write",
  },
  tooManyDevices: {
    status: 409,
    zh: "设备超过 {limit} 台",
    en: "There are more than {limit} devices",
    bare: { zh: "设备过多，请缩小范围", en: "There are too many devices: choose fewer" },
  },
  tooLarge: {
    status: 409,
    zh: "一次运行的文件超过 {limit}",
    en: "The files of one run exceed {limit}",
    bare: { zh: "一次运行的文件过大", en: "The files of one run are too large" },
  },
  ownerGone: { status: 409, zh: "所有者已不存在，请重新保存", en: "Its owner is gone: save it anew" },
  runFailed: { status: 500, zh: "运行出错，将重试", en: "The run ended with a fault" },
  runLost: { status: 500, zh: "运行被中断", en: "The run was interrupted" },
});
