import type { LimitName } from "@canopy/contract/capacity/package";
import type { CapacityRequest } from "@canopy/contract/capacity/requests";
import { sql } from "kysely";
import type { Db } from "../platform/postgres/schema.ts";

interface NewRequest {
  readonly tenantId: string;
  readonly userId: string;
  readonly userName: string;
  readonly quota: LimitName;
  readonly amount: number;
  readonly reason: string;
  readonly contact: string;
}

/** Undefined: one of this quota waits already. */
export async function insertRequest(db: Db, request: NewRequest): Promise<string | undefined> {
  const { tenantId, userId, userName, quota, amount, reason, contact } = request;
  const made = await sql<{ id: string }>`
    insert into capacity_requests (tenant_id, user_id, user_name, quota, amount, reason, contact)
    values (${tenantId}, ${userId}, ${userName}, ${quota}, ${amount}, ${reason}, ${contact})
    on conflict (tenant_id, quota) where state = 'waiting' do nothing returning id`.execute(db);
  return made.rows[0]?.id;
}

const COLUMNS = sql`r.id, r.quota, r.amount, r.reason, r.contact, r.state, r.answer, r.user_name,
  (extract(epoch from r.created_at) * 1000)::bigint as created_time,
  (extract(epoch from r.answered_at) * 1000)::bigint as answered_time, count(*) over () as total`;

interface Page {
  readonly current_page: number;
  readonly page_size: number;
}

interface Found<T> {
  list: T[];
  total: number;
}

function pageOf<T extends { total: number }>(rows: T[]): Found<Omit<T, "total">> {
  return { list: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
}

export async function listRequests(db: Db, tenantId: string, page: Page): Promise<Found<CapacityRequest>> {
  const found = await sql<CapacityRequest & { total: number }>`select ${COLUMNS} from capacity_requests r
    where r.tenant_id = ${tenantId} order by r.created_at desc, r.id
    limit ${page.page_size} offset ${(page.current_page - 1) * page.page_size}`.execute(db);
  return pageOf(found.rows);
}

type OperatedRequest = CapacityRequest & { tenant_id: string; tenant_name: string };

/** Of all tenants, for the system manager; those that wait first. */
export async function listAllRequests(db: Db, page: Page & { keyword: string }): Promise<Found<OperatedRequest>> {
  const pattern = `%${page.keyword.replace(/[\\%_]/g, "\\$&")}%`;
  const found = await sql<OperatedRequest & { total: number }>`select ${COLUMNS}, r.tenant_id, t.name as tenant_name
    from capacity_requests r join tenants t on t.id = r.tenant_id where t.name ilike ${pattern}
    order by r.state <> 'waiting', r.created_at desc, r.id
    limit ${page.page_size} offset ${(page.current_page - 1) * page.page_size}`.execute(db);
  return pageOf(found.rows);
}

interface Answer {
  readonly state: "granted" | "refused";
  readonly amount: number | undefined;
  readonly answer: string;
}

interface AnsweredRequest {
  readonly tenantId: string;
  readonly quota: LimitName;
  readonly amount: number;
}

/** Of any tenant, by the system manager; undefined: there is none, or it was answered. */
export async function answerRequest(db: Db, id: string, answer: Answer): Promise<AnsweredRequest | undefined> {
  const done =
    await sql<AnsweredRequest>`update capacity_requests set state = ${answer.state}, answer = ${answer.answer},
      amount = coalesce(${answer.amount ?? null}::float8, amount), answered_at = now()
    where id = ${id} and state = 'waiting' returning tenant_id as "tenantId", quota, amount`.execute(db);
  return done.rows[0];
}

export async function hasRequest(db: Db, id: string): Promise<boolean> {
  return (await sql`select 1 from capacity_requests where id = ${id}`.execute(db)).rows.length > 0;
}

/** Of all tenants, for the operator. */
export async function countWaitingRequests(db: Db): Promise<number> {
  const found = await sql<{ n: number }>`select count(*)::int as n from capacity_requests
    where state = 'waiting'`.execute(db);
  return found.rows[0]?.n ?? 0;
}
