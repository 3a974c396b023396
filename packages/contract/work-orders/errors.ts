import { defineErrors } from "../platform/errors.ts";

export const orderErrors = defineErrors("orders", {
  /** Details: who changed it, to which status, when. */
  moved: {
    status: 409,
    zh: "{user} 刚刚处理了此工单，请查看最新状态",
    en: "{user} changed this work order meanwhile; look at it again",
  },
  notNow: {
    status: 409,
    zh: "工单当前状态不能执行此操作",
    en: "This cannot be done in the present state of the order",
  },
  notYours: { status: 403, zh: "此操作由工单的另一方执行", en: "This is for another person of this work order" },
  reasonMissing: { status: 400, zh: "请填写说明", en: "Say why, in a few words" },
  unchanged: {
    status: 409,
    zh: "请先修改内容再重新提交",
    en: "Change the order before you send it again",
  },
  tooMany: {
    status: 409,
    zh: "未结束的工单已达 {limit} 个，请等待处理",
    en: "{limit} work orders are open already; wait until some are done",
  },
  tooManyRemarks: { status: 409, zh: "此工单的记录已达 {limit} 条", en: "This work order has {limit} entries already" },
  tooManyPictures: {
    status: 409,
    zh: "有 {limit} 张图片尚未提交，请先提交或明天再试",
    en: "{limit} pictures wait to be sent with an order; send those first, or try tomorrow",
  },
  windowInvalid: { status: 400, zh: "时间窗的起止时间无效", en: "The time window has no valid start and end" },
});
