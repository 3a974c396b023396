import type { AnnouncementForm } from "@canopy/contract/messages/announcements";
import type { Language } from "@canopy/contract/platform/language";
import { sql } from "kysely";
import type { Db } from "../platform/postgres/schema.ts";
import type { Recipient } from "./user-message-store.ts";

interface AnnouncementRow {
  id: string;
  title_zh: string;
  title_en: string;
  content_zh: string;
  content_en: string;
  from_time: number;
  until_time: number | null;
  tenant_ids: string[];
}

/** Covers all tenants: announcements belong to the operator. */
export async function listAnnouncementRows(
  db: Db,
  page: number,
  size: number,
): Promise<{ list: AnnouncementRow[]; total: number }> {
  const found = await sql<AnnouncementRow & { total: number }>`
    select id, title->>'zh' as title_zh, title->>'en' as title_en, content->>'zh' as content_zh,
      content->>'en' as content_en, (extract(epoch from from_at) * 1000)::bigint as from_time,
      (extract(epoch from until_at) * 1000)::bigint as until_time, coalesce(tenant_ids, '{}') as tenant_ids, count(*) over () as total
    from announcements order by from_at desc, id limit ${size} offset ${(page - 1) * size}`.execute(db);
  return { list: found.rows.map(({ total: _, ...row }) => row), total: found.rows[0]?.total ?? 0 };
}

const valuesOf = ({ from_time, until_time, tenant_ids, ...texts }: AnnouncementForm) => ({
  title: sql`${JSON.stringify({ zh: texts.title_zh, en: texts.title_en })}::jsonb`,
  content: sql`${JSON.stringify({ zh: texts.content_zh, en: texts.content_en })}::jsonb`,
  from: sql`to_timestamp(${from_time}::float8 / 1000)`,
  until: sql`to_timestamp(${until_time}::float8 / 1000)`,
  tenants: sql`${tenant_ids.length === 0 ? null : tenant_ids}::uuid[]`,
});

export async function insertAnnouncement(db: Db, form: AnnouncementForm): Promise<string> {
  const { title, content, from, until, tenants } = valuesOf(form);
  const made = await sql<{ id: string }>`insert into announcements (title, content, from_at, until_at, tenant_ids)
    values (${title}, ${content}, ${from}, ${until}, ${tenants}) returning id`.execute(db);
  return made.rows[0]?.id ?? "";
}

/** A changed text is shown again to users who hid the old one. */
export async function updateAnnouncement(db: Db, id: string, form: AnnouncementForm): Promise<boolean> {
  const { title, content, from, until, tenants } = valuesOf(form);
  return await db.transaction().execute(async (transaction) => {
    const before = await sql<{ is_changed: boolean }>`
      select title <> ${title} or content <> ${content} as is_changed from announcements where id = ${id} for update`.execute(
      transaction,
    );
    const [row] = before.rows;
    if (!row) return false;
    await sql`update announcements set title = ${title}, content = ${content}, from_at = ${from}, until_at = ${until},
      tenant_ids = ${tenants} where id = ${id}`.execute(transaction);
    if (row.is_changed) await sql`delete from hidden_announcements where announcement_id = ${id}`.execute(transaction);
    return true;
  });
}

export async function deleteAnnouncementRow(db: Db, id: string): Promise<boolean> {
  const done = await sql`delete from announcements where id = ${id}`.execute(db);
  return Number(done.numAffectedRows ?? 0) > 0;
}

/** Announcements shown to this user now: started, not ended, not hidden by the user; newest first. */
export async function findAnnouncements(
  db: Db,
  { tenantId, userId }: Recipient,
  language: Language,
): Promise<{ id: string; title: string; content: string }[]> {
  const found = await sql<{ id: string; title: string; content: string }>`
    select a.id, a.title->>${language} as title, a.content->>${language} as content from announcements a
    where a.from_at <= now() and (a.until_at is null or a.until_at > now())
      and (a.tenant_ids is null or ${tenantId}::uuid = any(a.tenant_ids))
      and not exists (select from hidden_announcements h where h.announcement_id = a.id and h.user_id = ${userId})
    order by a.from_at desc, a.id limit 10`.execute(db);
  return found.rows;
}

/** False: this user has no such announcement. */
export async function hideAnnouncement(
  db: Db,
  { tenantId, userId }: Recipient,
  id: string,
  hidden: boolean,
): Promise<boolean> {
  const found = await sql`select 1 from announcements
    where id = ${id} and (tenant_ids is null or ${tenantId}::uuid = any(tenant_ids))`.execute(db);
  if (found.rows.length === 0) return false;
  if (hidden)
    await sql`insert into hidden_announcements (announcement_id, user_id) values (${id}, ${userId})
      on conflict do nothing`.execute(db);
  else await sql`delete from hidden_announcements where announcement_id = ${id} and user_id = ${userId}`.execute(db);
  return true;
}
