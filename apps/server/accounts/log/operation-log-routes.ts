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
import { HttpReply, type Route, route } from "../../platform/http/route.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { idsIn, namesOfObjects } from "./object-names.ts";
import { checkChain, readChain } from "./operation-chain.ts";
import { type Operation, readForExport, readOperations } from "./operation-rows.ts";
import { sayingsOf } from "./operation-words.ts";

const HEAD = ["seq", "time", "user", "operation", "objects", "status", "code", "address", "agent", "request"];

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
      const names = await namesOfObjects(db, caller.tenantId, list);
      // An operation that the product no longer has keeps its name.
      const summaryOf = ({ operation }: Operation) => summaries.get(operation)?.[language] ?? operation;
      const told = list.map((row) => ({ ...row, summary: summaryOf(row), names: namesIn(row, names) }));
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

function namesIn({ objects }: Operation, names: ReadonlyMap<string, string>): Record<string, string> {
  const named = idsIn(objects).map((id): [string, string | undefined] => [id, names.get(id)]);
  return Object.fromEntries(named.filter((pair): pair is [string, string] => pair[1] !== undefined));
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
