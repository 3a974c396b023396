import { defineErrors } from "../platform/errors.ts";

/** DEV-08 */
export const rolloutErrors = defineErrors("firmware", {
  timeEmpty: { status: 400, zh: "升级时间不能为空", en: "The upgrade time must not be empty" },
  scopeEmpty: { status: 400, zh: "升级对象不能为空", en: "The upgrade object must not be empty" },
  timePast: { status: 400, zh: "升级时间已过", en: "The upgrade time has passed" },
  windowInvalid: {
    status: 400,
    zh: "维护时段需要开始、结束时间和时区",
    en: "A window needs its beginning, its end and a time zone",
  },
  wavesInvalid: {
    status: 400,
    zh: "波次无效：只有最后一个波次可以是“其余”，且必须是",
    en: "The waves are not valid: the last one, and only it, takes the rest",
  },
  imageNotReady: { status: 409, zh: "固件尚未上传完毕", en: "The upload of the image is not complete" },
  nothingToUpgrade: {
    status: 409,
    zh: "没有可升级的空闲设备",
    en: "There is no idle device that could be upgraded",
  },
  wrongState: {
    status: 409,
    zh: "升级任务当前状态不允许此操作",
    en: "The rollout is not in a state for this",
  },
  notOfKind: { status: 400, zh: "所选设备不是网关", en: "The chosen device is not a gateway" },
});
