import { randomInt } from "node:crypto";
import { CAPTCHA_TTL_MS } from "@canopy/contract/accounts/rules";
import { sql } from "kysely";
import type { Db } from "../platform/postgres/schema.ts";
import { captchaSvg, newCaptchaText } from "./captcha-picture.ts";

export type CaptchaCheck = "right" | "wrong" | "expired";

const CAPTCHA_LENGTH = 4;

const chance = () => randomInt(2 ** 32) / 2 ** 32;

export async function createCaptcha(db: Db): Promise<{ uuid: string; svgCode: string }> {
  const text = newCaptchaText(CAPTCHA_LENGTH, chance);
  const made = await sql<{ uuid: string }>`
    insert into captchas (answer) values (${text}) returning uuid`.execute(db);
  await sql`delete from captchas where created_at < now() - interval '1 hour'`.execute(db);
  return { uuid: made.rows[0]?.uuid ?? "", svgCode: captchaSvg(text, chance) };
}

/** ACC-02: single use, whatever the answer; used, unknown and older than five minutes are all "expired". */
export async function checkCaptcha(db: Db, uuid: string, answer: string): Promise<CaptchaCheck> {
  if (!/^[0-9a-f-]{36}$/i.test(uuid)) return "expired";
  const taken = await sql<{ answer: string; age_ms: number }>`
    delete from captchas where uuid = ${uuid}
    returning answer, (extract(epoch from now() - created_at) * 1000)::float8 as age_ms`.execute(db);
  const captcha = taken.rows[0];
  if (!captcha || captcha.age_ms > CAPTCHA_TTL_MS) return "expired";
  return captcha.answer.toLowerCase() === answer.trim().toLowerCase() ? "right" : "wrong";
}
