// What only the operator sees, read from the running program's own database: no response ever holds it.
import { createAccount } from "../../apps/server/accounts/create-account.ts";
import type { Database } from "../../apps/server/platform/postgres/open-database.ts";
import { captchaAnswer, newestCode } from "../../apps/server/testing/read-secrets.ts";
import { dataFolder } from "./browser.ts";
import { openFramesDatabase, openProgramDatabase } from "./program-database.ts";

let opened: Promise<Database> | undefined;

export function database(): Promise<Database> {
  opened ??= openProgramDatabase(dataFolder);
  return opened;
}

export async function closeStore(): Promise<void> {
  await (await opened)?.close();
  opened = undefined;
}

/** Frames that a tenant has stored. */
export async function framesOfTenant(tenantId: string): Promise<number> {
  const frames = await openFramesDatabase(dataFolder);
  try {
    const text = "select coalesce(sum(frames), 0)::int as n from day_counters where tenant_id = $1";
    const found = await frames.pool.query<{ n: number }>(text, [tenantId]);
    return found.rows[0]?.n ?? 0;
  } finally {
    await frames.close();
  }
}

export async function captchaText(uuid: string): Promise<string> {
  return captchaAnswer((await database()).db, uuid);
}

export async function sentCode(destination: string): Promise<string> {
  return newestCode((await database()).db, destination);
}

export const PASSWORD = "Journey-2026";

type Account = Parameters<typeof createAccount>[1];
let made = 0;

/** An account of its own for a journey that locks, counts or changes something. */
export async function newAccount(
  more: Partial<Account> = {},
): Promise<{ name: string; tenantId: string; userId: string }> {
  made += 1;
  const name = `j${Date.now().toString(36)}${made}`;
  const account: Account = {
    tenant: name,
    tenantKind: "owner",
    name,
    nickName: "林远",
    password: PASSWORD,
    role: "manager",
    ...more,
  };
  return { name: account.name, ...(await createAccount((await database()).db, account)) };
}

/** A Chinese mobile nobody else has. */
export function newPhone(): string {
  made += 1;
  return `1${String(Date.now()).slice(-8)}${String(made % 100).padStart(2, "0")}`;
}
