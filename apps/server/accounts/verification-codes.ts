import { codeErrors } from "@canopy/contract/accounts/errors";
import {
  CODE_COUNTDOWN_S,
  CODE_DIGITS,
  CODE_TRIES,
  CODE_TTL_MS,
  CODES_PER_DAY,
  CODES_PER_HOUR_AND_ADDRESS,
} from "@canopy/contract/accounts/rules";
import type { Language } from "@canopy/contract/platform/language";
import { sql } from "kysely";
import type { Providers } from "../messages/find-providers.ts";
import { sendNow } from "../messages/send-message.ts";
import { addressKey } from "../platform/http/address-key.ts";
import { ApiError } from "../platform/http/api-error.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { hashCode, newDigits } from "./secrets.ts";

export interface CodeRequest {
  channel: "sms" | "email";
  destination: string;
  purpose: "login" | "register" | "modify";
  /** It follows a right password: it is counted, and good, apart from codes that anybody asks for. */
  isProved?: boolean;
  address: string;
  language: Language;
}

export interface CodeServices {
  db: Db;
  providers: Pick<Providers, "find">;
  secret: string;
}

const TEXTS = {
  zh: { subject: "Canopy 验证码", content: "您的验证码是 {code}，5 分钟内有效。请勿告诉他人。" },
  en: {
    subject: "Canopy verification code",
    content: "Your code is {code}. It is good for 5 minutes; tell it to nobody.",
  },
} as const;

/** ACC-07: sends six digits, at most one a minute and ten a day per destination, thirty an hour per address. */
export async function sendCode(services: CodeServices, request: CodeRequest): Promise<void> {
  const code = newDigits(CODE_DIGITS);
  await services.db.transaction().execute(async (db) => {
    // Two requests at once for one destination are counted one after the other.
    await sql`select pg_advisory_xact_lock(hashtextextended(${request.destination}, 0))`.execute(db);
    await refuseBeyondLimits(db, request);
    await sql`insert into verification_codes (channel, destination, purpose, is_proved, code_hash, address)
      values (${request.channel}, ${request.destination}, ${request.purpose}, ${request.isProved === true},
        ${hashCode(services.secret, request.destination, code)}, ${addressKey(request.address)})`.execute(db);
  });
  const text = TEXTS[request.language];
  const result = await sendNow(services.db, services.providers, {
    tenantId: null,
    channel: request.channel,
    destination: request.destination,
    subject: text.subject,
    content: text.content.replace("{code}", code),
    template: "code",
    parameters: { code },
    secret: code,
  });
  if (result.kind === "failed") throw new ApiError(codeErrors.codeNotSent);
}

/** Codes that follow a right password have a count of their own: nobody else can use them up. */
async function refuseBeyondLimits(db: Db, request: CodeRequest): Promise<void> {
  const { channel, destination, address, isProved = false } = request;
  const counted = await sql<{ since_last_s: number | null; today: number; from_address: number }>`select
    (select extract(epoch from now() - max(created_at))::float8 from verification_codes
      where channel = ${channel} and destination = ${destination} and is_proved = ${isProved}) as since_last_s,
    (select count(*) from verification_codes where channel = ${channel} and destination = ${destination}
      and is_proved = ${isProved} and created_at > now() - interval '1 day') as today,
    (select count(*) from verification_codes where address = ${addressKey(address)} and not is_proved
      and created_at > now() - interval '1 hour') as from_address`.execute(db);
  const { since_last_s, today, from_address } = counted.rows[0] ?? { since_last_s: null, today: 0, from_address: 0 };
  if (since_last_s !== null && since_last_s < CODE_COUNTDOWN_S) {
    throw new ApiError(codeErrors.codeTooSoon, { values: { seconds: Math.ceil(CODE_COUNTDOWN_S - since_last_s) } });
  }
  if (today >= CODES_PER_DAY) throw new ApiError(codeErrors.codeDayLimit);
  if (!isProved && from_address >= CODES_PER_HOUR_AND_ADDRESS) throw new ApiError(codeErrors.codeSourceLimit);
}

type Wanted = Pick<CodeRequest, "channel" | "destination" | "purpose" | "isProved">;

/** Takes the newest code of a destination: good once, for five minutes, void after five wrong tries. */
export async function consumeCode(services: CodeServices, request: Wanted, code: string): Promise<boolean> {
  const id = await checkCode(services, request, code);
  return id !== undefined && useCode(services.db, id);
}

/** Counts a try at the newest code; its id where it is right and still good. `useCode` takes it. */
export async function checkCode(services: CodeServices, request: Wanted, code: string): Promise<number | undefined> {
  const tried = await sql<{ id: number; code_hash: Buffer }>`
    update verification_codes set tries = tries + 1 where id =
      (select id from verification_codes where channel = ${request.channel} and destination = ${request.destination}
        and purpose = ${request.purpose} and is_proved = ${request.isProved === true} order by created_at desc, id desc limit 1)
      and not used and tries < ${CODE_TRIES} and created_at > now() - ${CODE_TTL_MS} * interval '1 millisecond'
    returning id, code_hash`.execute(services.db);
  const newest = tried.rows[0];
  const isRight = newest && hashCode(services.secret, request.destination, code).equals(newest.code_hash);
  return isRight ? newest.id : undefined;
}

/** False: somebody was first. */
export async function useCode(db: Db, id: number): Promise<boolean> {
  const used = await sql`update verification_codes set used = true where id = ${id} and not used
    returning 1`.execute(db);
  return used.rows.length > 0;
}
