import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import type { Text } from "../platform/language.ts";
import { idOf } from "../platform/resource.ts";

/** Something that was made with a DBC and would lose its meaning without it. */
const dbcUse = z.object({
  kind: z.enum(["strategy", "binding", "panel", "computed", "rule", "push"]),
  id: z.string(),
  name: z.string(),
  /** The device that it is of, where it is of one. */
  things_id: z.string().optional(),
  device_name: z.string().optional(),
  channel: z.number().optional(),
  /** Null: always the newest revision. */
  revision: z.number().nullable(),
  /** Empty: the file as a whole. */
  signals: z.array(z.object({ message_id: z.number(), is_extended: z.boolean(), signal: z.string() })),
});
export type DbcUse = z.output<typeof dbcUse>;

export const listDbcUses = endpoint({
  name: "signals.listDbcUses",
  method: "GET",
  path: "/dbc-files/{dbc_id}/uses",
  summary: { zh: "DBC 被何处使用", en: "What uses a DBC file" },
  rateLimit: RATE.normal,
  access: { kind: "tenant", level: "read" },
  audited: false,
  params: z.object({ dbc_id: idOf("dbcFile") }),
  reply: z.object({ list: z.array(dbcUse) }),
});

const dbcHit = z.object({
  dbc_id: z.string(),
  name: z.string(),
  message_id: z.number(),
  is_extended: z.boolean(),
  message: z.string(),
  /** Null: the message itself. */
  signal: z.string().nullable(),
  comment: z.string(),
});
export type DbcHit = z.output<typeof dbcHit>;

export const MAX_DBC_HITS = 200;

/** DBC-01: in names, identifiers, comments, units, senders and value texts of all files; every word must be there. */
export const searchDbcs = endpoint({
  name: "signals.searchDbcs",
  method: "GET",
  path: "/dbc-search",
  summary: { zh: "在全部 DBC 中搜索", en: "Search in all DBC files" },
  rateLimit: RATE.normal,
  access: { kind: "tenant", level: "read" },
  audited: false,
  query: z.object({ keyword: z.string().trim().min(1).max(128) }),
  reply: z.object({ list: z.array(dbcHit), is_cut: z.boolean() }),
});

export const DBC_USE_KINDS: Record<DbcUse["kind"], Text> = {
  strategy: { zh: "信号策略", en: "signal strategy" },
  binding: { zh: "设备绑定", en: "device binding" },
  panel: { zh: "曲线", en: "curve panel" },
  computed: { zh: "计算信号", en: "computed signal" },
  rule: { zh: "触发规则", en: "trigger rule" },
  push: { zh: "推送规则", en: "push rule" },
};
