import { createHash } from "node:crypto";
import type { Signal } from "@canopy/can/dbc/model";
import type { LakeMessage } from "../frames/lake/signals-file.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { alsoIdsOf, findMessage } from "../signals/bindings/find-signal.ts";
import { parsedDbc } from "../signals/dbc/parsed-dbc.ts";
import { enabledBindingsOf, type WorkBinding } from "../signals/kept/series-store.ts";
import type { DbcRevision, LakeDevice } from "./lake-names.ts";

/** A message of which the lake has a file each day. */
export interface LakeMessageOf extends LakeMessage {
  readonly dbc: DbcRevision;
  readonly dbcName: string;
  /** Changes with the signals and with the DBC. */
  readonly definition: string;
}

/** Messages of the enabled bindings of a device; strategies of one DBC revision on one channel share them. */
export async function messagesOf(db: Db, { tenantId, bindingNumber }: LakeDevice): Promise<LakeMessageOf[]> {
  const bindings = await enabledBindingsOf(db, tenantId, bindingNumber);
  const groups = Map.groupBy(bindings, ({ channel, dbcId, revision }) => `${channel} ${dbcId} ${revision}`);
  const messages: LakeMessageOf[] = [];
  for (const group of groups.values()) messages.push(...(await messagesOfDbc(db, group)));
  return messages;
}

async function messagesOfDbc(db: Db, bindings: readonly WorkBinding[]): Promise<LakeMessageOf[]> {
  const [first] = bindings;
  const parsed = first && (await parsedDbc(db, first.tenantId, first.dbcId, first.revision));
  if (first === undefined || parsed === undefined) return [];
  const { channel, dbcId, revision } = first;
  const wanted = bindings.flatMap(({ signals }) => signals);
  const byMessage = Map.groupBy(wanted, ({ message_id, is_extended }) => `${message_id} ${is_extended}`);
  return [...byMessage.values()].flatMap((signals): LakeMessageOf[] => {
    const [one] = signals;
    const message = one && findMessage(parsed.dbc, one.message_id, one.is_extended);
    const names = new Set(signals.map(({ signal }) => signal));
    const chosen = message?.signals.filter(({ name }) => names.has(name)) ?? [];
    if (message === undefined || chosen.length === 0) return [];
    const dbc = { dbcId, revision };
    const definition = digestOf([channel, dbcId, revision, message.id, message.isExtended, ...chosen.map(nameOf)]);
    const alsoIds = alsoIdsOf(parsed.dbc, message);
    return [{ channel, message, alsoIds, signals: chosen, dbc, dbcName: parsed.name, definition }];
  });
}

const nameOf = ({ name }: Signal) => name;

const digestOf = (values: readonly (string | number | boolean)[]): string =>
  createHash("sha256").update(JSON.stringify(values)).digest("hex").slice(0, 16);
