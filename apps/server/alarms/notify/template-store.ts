import {
  DEFAULT_TEMPLATE,
  type NoticeTemplate,
  noticeTemplate,
  TEMPLATE_KINDS,
  type TemplateKind,
} from "@canopy/contract/alarms/notice-templates";
import { sql } from "kysely";
import { safeJson } from "../../platform/postgres/safe-json.ts";
import type { Db } from "../../platform/postgres/schema.ts";

export interface TemplateRow {
  readonly kind: TemplateKind;
  readonly template: NoticeTemplate;
  readonly is_default: boolean;
}

/** The operator's texts, and the program's own where there are none; of the whole installation. */
export async function templateRows(db: Db): Promise<TemplateRow[]> {
  const found = await sql<{ kind: string; content: unknown }>`select kind, content from notice_templates`.execute(db);
  return TEMPLATE_KINDS.map((kind) => {
    const own = noticeTemplate.safeParse(found.rows.find((row) => row.kind === kind)?.content);
    return { kind, template: own.data ?? DEFAULT_TEMPLATE, is_default: !own.success };
  });
}

export async function templateOf(db: Db, kind: string): Promise<NoticeTemplate> {
  const rows = await templateRows(db);
  return rows.find((row) => row.kind === kind)?.template ?? DEFAULT_TEMPLATE;
}

export async function storeTemplate(db: Db, kind: TemplateKind, content: NoticeTemplate): Promise<void> {
  await sql`insert into notice_templates (kind, content) values (${kind}, ${safeJson(content)}::jsonb)
    on conflict (kind) do update set content = excluded.content, changed_at = now()`.execute(db);
}

export async function removeTemplate(db: Db, kind: TemplateKind): Promise<void> {
  await sql`delete from notice_templates where kind = ${kind}`.execute(db);
}
