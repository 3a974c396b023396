import {
  checkOperationChain,
  exportOperations,
  getOperationChain,
  LOG_EXPORT_ROWS,
  listOperations,
} from "@canopy/contract/accounts/operation-log";
import { csvText } from "@canopy/contract/platform/csv";
import type { Endpoint } from "@canopy/contract/platform/endpoint";
import type { ErrorDef } from "@canopy/contract/platform/errors";
import { z } from "zod";
import { HttpReply, type Route, route } from "../../platform/http/route.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { NAMES } from "./logged-objects.ts";
import { idsIn, namesOfObjects } from "./object-names.ts";
import { checkChain, readChain } from "./operation-chain.ts";
import { type Operation, readForExport, readOperations } from "./operation-rows.ts";
import { sayingsOf } from "./operation-words.ts";

const HEAD = ["seq", "time", "user", "operation", "objects", "status", "code", "address", "agent", "request"];

const keptNames = z.record(z.string(), z.string());

/** USR-07: who did what. */
export function operationLogRoutes(
  db: Db,
  endpoints: readonly Endpoint[],
  errors: ReadonlyMap<string, ErrorDef>,
): Route[] {
  const sayings = sayingsOf(endpoints, errors);
  const inTurn = oneAtATime();
  const summaries = new Map(endpoints.map(({ name, summary }) => [name, summary]));
  return [
    route(listOperations, async ({ caller, query, language }) => {
      const { list, ...beside } = await readOperations(db, caller, query, sayings);
      const names = await namesOfObjects(db, caller, list);
      // An operation that the product no longer has keeps its name.
      const summaryOf = ({ operation }: Operation) => summaries.get(operation)?.[language] ?? operation;
      const told = list.map((row) => ({ ...apart(row, names), summary: summaryOf(row) }));
      return { list: told, ...beside };
    }),
    route(exportOperations, async ({ caller, query }) => {
      const rows = await readForExport(db, caller, query, { sayings, limit: LOG_EXPORT_ROWS });
      const headers = { "content-disposition": 'attachment; filename="operations.csv"' };
      return new HttpReply(csvText([HEAD, ...rows.map(cellsOf)]), 200, headers);
    }),
    route(getOperationChain, async ({ caller }) => ({ data: await readChain(db, caller.tenantId) })),
    route(checkOperationChain, async ({ caller }) => ({ data: await inTurn(() => checkChain(db, caller.tenantId)) })),
  ];
}

/** Ids and names: as things are called now, else as they were called when they were deleted. */
function apart({ objects, ...row }: Operation, now: ReadonlyMap<string, string>) {
  const { [NAMES]: kept, ...ids } = objects;
  const before = keptNames.safeParse(kept).data ?? {};
  const named = idsIn(ids).map((id): [string, string | undefined] => [id, now.get(id) ?? before[id]]);
  const names = Object.fromEntries(named.filter((pair): pair is [string, string] => pair[1] !== undefined));
  return { ...row, objects: ids, names };
}

/** A check takes several connections: many at once would wait for each other's. */
function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };
}

function cellsOf(row: Operation): string[] {
  return [
    String(row.seq),
    new Date(row.time).toISOString(),
    row.user_name,
    row.operation,
    JSON.stringify(row.objects),
    String(row.status),
    row.error_code ?? "",
    row.address,
    row.agent,
    row.request_id,
  ];
}
