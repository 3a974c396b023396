import { sql } from "kysely";
import type { Db } from "../platform/postgres/schema.ts";

/** Secrets that no response holds: tests read them from the store. */
export async function captchaAnswer(db: Db, uuid: string): Promise<string> {
  const found = await sql<{ answer: string }>`select answer from captchas where uuid = ${uuid}`.execute(db);
  const answer = found.rows[0]?.answer;
  if (answer === undefined) throw new Error(`no captcha ${uuid}`);
  return answer;
}

/** The newest code that was sent to this phone or address, from the outbox. */
export async function newestCode(db: Db, destination: string): Promise<string> {
  const found = await sql<{ content: string }>`select content from outbox where destination = ${destination}
    order by created_at desc limit 1`.execute(db);
  const code = /\d{6}/.exec(found.rows[0]?.content ?? "")?.[0];
  if (code === undefined) throw new Error(`no code was sent to ${destination}`);
  return code;
}
