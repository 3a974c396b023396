import { makeAccessToken } from "../../apps/server/accounts/access-tokens.ts";
import { createAccount } from "../../apps/server/accounts/create-account.ts";
import type { LoadProgram } from "./load-program.ts";

/** A token of a user of its own for each: calls are counted by user. A curve is a POST, which needs more than reading. */
export async function watchers({ program, tenantId }: LoadProgram, count: number): Promise<string[]> {
  const database = await program.openDatabase();
  const account = { tenant: "bench", tenantKind: "owner", password: "Right-2026", role: "manager" } as const;
  const tokens: string[] = [];
  for (let i = 0; i < count; i++) {
    const user = await createAccount(database.db, { ...account, name: `watcher${i}`, tenantLevel: "write" });
    if (user.tenantId !== tenantId) throw new Error("the watchers are of another tenant");
    const wanted = { ...user, name: "bench", scope: "read-write", devices: null, expiresDays: 1 } as const;
    tokens.push((await makeAccessToken(database.db, wanted)).token);
  }
  await database.close();
  return tokens;
}
