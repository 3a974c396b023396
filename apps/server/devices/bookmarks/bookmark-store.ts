import { type Bookmark, type bookmarkContent, MAX_BOOKMARKS } from "@canopy/contract/devices/bookmarks";
import { sql } from "kysely";
import type { z } from "zod";
import { contains } from "../../accounts/tenant-store.ts";
import type { Caller } from "../../platform/http/caller.ts";
import type { Db } from "../../platform/postgres/schema.ts";

type Content = z.output<typeof bookmarkContent>;

/** Of which device, and who asks. */
export interface BookmarkPlace {
  readonly caller: Pick<Caller, "tenantId" | "userId" | "userName">;
  readonly thingsId: string;
}

const rowFor = ({ caller: { userId } }: BookmarkPlace) => sql`id as bookmark_id, from_ms as from_time, to_ms as to_time,
  text, author, user_id = ${userId} as is_own, (extract(epoch from updated_at) * 1000)::bigint as updated_time`;
const of = ({ caller: { tenantId }, thingsId }: BookmarkPlace) =>
  sql`tenant_id = ${tenantId} and things_id = ${thingsId}`;

interface BookmarkFilter {
  readonly start_time?: number | undefined;
  readonly end_time?: number | undefined;
  readonly keyword?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

export async function pageOfBookmarks(
  db: Db,
  place: BookmarkPlace,
  { start_time, end_time, keyword = "", limit, offset }: BookmarkFilter,
): Promise<{ list: Bookmark[]; total: number }> {
  const where = sql`${of(place)} and to_ms >= ${start_time ?? 0}::float8
    and (${end_time ?? null}::float8 is null or from_ms <= ${end_time ?? null}::float8)
    and (${keyword} = '' or text ilike ${contains(keyword)} or author ilike ${contains(keyword)})`;
  const found = await sql<Bookmark>`select ${rowFor(place)} from bookmarks where ${where}
    order by from_ms desc, id limit ${limit} offset ${offset}`.execute(db);
  const counted = await sql<{ total: number }>`select count(*) as total from bookmarks where ${where}`.execute(db);
  return { list: found.rows, total: counted.rows[0]?.total ?? 0 };
}

/** Undefined: the device has as many as it may have. */
export async function insertBookmark(db: Db, place: BookmarkPlace, content: Content): Promise<Bookmark | undefined> {
  const { tenantId, userId, userName } = place.caller;
  const { from_time, to_time, text } = content;
  const made = await sql<Bookmark>`insert into bookmarks (tenant_id, things_id, user_id, author, from_ms, to_ms, text)
    select ${tenantId}, ${place.thingsId}, ${userId}, ${userName}, ${from_time}, ${to_time}, ${text}
    where (select count(*) from bookmarks where ${of(place)}) < ${MAX_BOOKMARKS}
    returning ${rowFor(place)}`.execute(db);
  return made.rows[0];
}

export async function findBookmark(db: Db, place: BookmarkPlace, id: string): Promise<Bookmark | undefined> {
  const found = await sql<Bookmark>`select ${rowFor(place)} from bookmarks where ${of(place)} and id = ${id}`.execute(
    db,
  );
  return found.rows[0];
}

/** Of its author alone, as the next one. */
export async function changeBookmark(
  db: Db,
  place: BookmarkPlace,
  id: string,
  { from_time, to_time, text }: Content,
): Promise<Bookmark | undefined> {
  const changed = await sql<Bookmark>`update bookmarks set from_ms = ${from_time}, to_ms = ${to_time}, text = ${text},
      updated_at = now()
    where ${of(place)} and id = ${id} and user_id = ${place.caller.userId} returning ${rowFor(place)}`.execute(db);
  return changed.rows[0];
}

export async function removeBookmark(db: Db, place: BookmarkPlace, id: string): Promise<boolean> {
  const gone = await sql`delete from bookmarks where ${of(place)} and id = ${id}
    and user_id = ${place.caller.userId} returning id`.execute(db);
  return gone.rows.length > 0;
}
