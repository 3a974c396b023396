import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { listOf, orderQuery, pageQuery } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";
import { dbcErrors } from "./dbc-errors.ts";
import { messageSignal } from "./signal-reference.ts";
import { strategyErrors } from "./strategy-errors.ts";

export const STRATEGY_PREFIX = "DBCSIG_";
export const MAX_STRATEGY_SIGNALS = 100;
/** The spec says none; bounded all the same. */
export const MAX_STRATEGIES = 1000;
const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

const fields = {
  name: z.string().trim().regex(NAME, strategyErrors.strategyName.code),
  nickname: z.string().trim().max(64).default(""),
  remark: z.string().trim().max(500).default(""),
  signals: z
    .array(messageSignal.strip())
    .min(1, strategyErrors.strategySignals.code)
    .max(MAX_STRATEGY_SIGNALS, strategyErrors.strategySignals.code),
};

export const strategyContent = z.object({ ...fields, dbc_id: idOf("dbcFile") });
export type StrategyContent = z.output<typeof strategyContent>;

const strategy = z.object({
  strategy_id: z.string(),
  name: z.string(),
  nickname: z.string(),
  remark: z.string(),
  dbc_id: z.string(),
  dbc_name: z.string(),
  signals: z.array(messageSignal),
  signal_count: z.number(),
  /** Channels of devices that it is bound to. */
  bindings: z.number(),
  author: z.string(),
  created_time: z.number(),
  updated_time: z.number(),
});
export type Strategy = z.output<typeof strategy>;

const reading = { rateLimit: RATE.normal, access: { kind: "tenant", level: "read" }, audited: false } as const;
const writing = { rateLimit: RATE.normal, access: { kind: "tenant", level: "write" }, audited: true } as const;
const ofStrategy = z.object({ strategy_id: idOf("signalStrategy") });
const contentErrors = [
  strategyErrors.strategyNameTaken,
  strategyErrors.strategySignalTwice,
  strategyErrors.strategySignalUnknown,
  dbcErrors.dbcIsDraft,
];

/** NAV-14: columns that the list is sorted by. */
export const STRATEGY_ORDERS = ["name", "nickname", "dbc_name", "signal_count", "bindings", "updated_time"] as const;

export const listStrategies = endpoint({
  ...reading,
  name: "signals.listStrategies",
  method: "GET",
  path: "/signal-strategies",
  summary: { zh: "信号策略列表", en: "The tenant's signal strategies" },
  query: z.object({
    ...pageQuery,
    ...orderQuery(STRATEGY_ORDERS),
    /** In name, nickname, remark and the name of the DBC. */
    keyword: z.string().trim().max(128).default(""),
  }),
  reply: listOf(strategy),
});

/** DBC-02 */
export const createStrategy = endpoint({
  ...writing,
  name: "signals.createStrategy",
  method: "POST",
  path: "/signal-strategies",
  summary: { zh: "新建信号策略", en: "Create a signal strategy" },
  body: strategyContent,
  reply: z.object({ data: strategy }),
  errors: [...contentErrors, strategyErrors.strategyLimit],
});

/** Its DBC stays. Where it is bound, the signals that are new are materialised from now on, others no more. */
export const updateStrategy = endpoint({
  ...writing,
  name: "signals.updateStrategy",
  method: "PUT",
  path: "/signal-strategies/{strategy_id}",
  summary: { zh: "修改信号策略", en: "Change a signal strategy" },
  params: ofStrategy,
  body: z.object(fields),
  reply: z.object({ data: strategy }),
  errors: contentErrors,
});

/** Refused while it is bound, and says where. */
export const deleteStrategy = endpoint({
  ...writing,
  name: "signals.deleteStrategy",
  method: "DELETE",
  path: "/signal-strategies/{strategy_id}",
  summary: { zh: "删除信号策略", en: "Delete a signal strategy" },
  params: ofStrategy,
  reply: z.object({ message: z.string() }),
  errors: [strategyErrors.strategyInUse],
});
