import type { SignalReference } from "@canopy/contract/signals/signal-reference";
import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";

interface ChoiceOwner {
  readonly tenantId: string;
  readonly userId: string;
  readonly thingsId: string;
}

export async function signalChoiceOf(db: Db, { tenantId, userId, thingsId }: ChoiceOwner): Promise<SignalReference[]> {
  const found = await sql<{ signals: SignalReference[] }>`select signals from signal_choices
    where tenant_id = ${tenantId} and user_id = ${userId} and things_id = ${thingsId}`.execute(db);
  return found.rows[0]?.signals ?? [];
}

export async function keepSignalChoice(db: Db, owner: ChoiceOwner, signals: readonly SignalReference[]): Promise<void> {
  const { tenantId, userId, thingsId } = owner;
  await sql`insert into signal_choices (tenant_id, user_id, things_id, signals)
    values (${tenantId}, ${userId}, ${thingsId}, ${JSON.stringify(signals)}::jsonb)
    on conflict (user_id, things_id) do update set signals = excluded.signals, updated_at = now()
      where signal_choices.tenant_id = ${tenantId}`.execute(db);
}
