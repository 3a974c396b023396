import type { Text } from "../platform/language.ts";
import type { OrderStatus } from "./order-moves.ts";

export const STATUS_TEXTS: Record<OrderStatus, Text> = {
  pending: { zh: "待处理", en: "pending" },
  process: { zh: "处理中", en: "in process" },
  wait: { zh: "待验证", en: "to verify" },
  done: { zh: "已完成", en: "done" },
  abandon: { zh: "未通过", en: "not passed" },
  refuse: { zh: "已拒绝", en: "refused" },
};

interface Notice {
  readonly title: Text;
  readonly content: Text;
}

/** WO-02: what the other side is told. */
export const ORDER_NOTICES: Record<"created" | "moved" | "withdrawn" | "remark" | "expired", Notice> = {
  created: {
    title: { zh: "新工单 {identifier}", en: "New work order {identifier}" },
    content: { zh: "{user}（{tenant}）：{name}", en: "{user} ({tenant}): {name}" },
  },
  moved: {
    title: { zh: "工单 {identifier}：{status}", en: "Work order {identifier}: {status}" },
    content: { zh: "{user}：{name}。{remark}", en: "{user}: {name}. {remark}" },
  },
  withdrawn: {
    title: { zh: "工单 {identifier} 已撤回", en: "Work order {identifier} was withdrawn" },
    content: { zh: "{user}：{name}。{remark}", en: "{user}: {name}. {remark}" },
  },
  remark: {
    title: { zh: "工单 {identifier} 有新备注", en: "A remark on work order {identifier}" },
    content: { zh: "{user}：{remark}", en: "{user}: {remark}" },
  },
  expired: {
    title: { zh: "工单 {identifier} 已自动完成", en: "Work order {identifier} is done by itself" },
    content: {
      zh: "{name}：7 天内没有回复，视为同意。",
      en: "{name}: nobody answered for 7 days, which counts as agreed.",
    },
  },
};
