import type { LoginProviderKind } from "@canopy/contract/accounts/login-providers";
import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";
import { seal, unseal } from "../../platform/seal.ts";
import type { WeixinSettings } from "./weixin-client.ts";

const PURPOSE = "login provider";

export interface LoginProvider extends WeixinSettings {
  readonly isOn: boolean;
}

interface Services {
  readonly db: Db;
  /** Of the installation. */
  readonly secret: string;
}

/** The operator's; undefined where there is none, or where it was kept under another installation's secret. */
export async function findLoginProvider(
  { db, secret: installationSecret }: Services,
  kind: LoginProviderKind,
): Promise<LoginProvider | undefined> {
  const found = await sql<Omit<LoginProvider, "secret"> & { sealed: Buffer }>`select is_on as "isOn", app_id as "appId",
      sign_in_url as "signInUrl", api_url as "apiUrl", secret as sealed
    from login_providers where kind = ${kind}`.execute(db);
  const [row] = found.rows;
  if (!row) return undefined;
  const { sealed, ...provider } = row;
  const secret = unseal(installationSecret, PURPOSE, sealed);
  return typeof secret === "string" ? { ...provider, secret } : undefined;
}

export async function storeLoginProvider(
  { db, secret: installationSecret }: Services,
  kind: LoginProviderKind,
  { isOn, appId, secret, signInUrl, apiUrl }: LoginProvider,
): Promise<void> {
  await sql`insert into login_providers (kind, is_on, app_id, secret, sign_in_url, api_url)
    values (${kind}, ${isOn}, ${appId}, ${seal(installationSecret, PURPOSE, secret)}, ${signInUrl}, ${apiUrl})
    on conflict (kind) do update set is_on = excluded.is_on, app_id = excluded.app_id, secret = excluded.secret,
      sign_in_url = excluded.sign_in_url, api_url = excluded.api_url, changed_at = now()`.execute(db);
}

export async function deleteLoginProvider(db: Db, kind: LoginProviderKind): Promise<void> {
  await sql`delete from login_providers where kind = ${kind}`.execute(db);
}
