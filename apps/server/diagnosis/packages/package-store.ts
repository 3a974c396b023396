import type { FlashManifest, FlashSegmentPlace } from "@canopy/contract/device-link/flash/flash-order";
import type { FlashPackage, PACKAGE_ORDERS } from "@canopy/contract/diagnosis/flashing/packages";
import { type RawBuilder, sql } from "kysely";
import { type Ordered, orderedBy } from "../../platform/postgres/order-by.ts";
import type { Db } from "../../platform/postgres/schema.ts";

const ROW = sql`p.id as package_id, p.name, p.file_name, p.format, p.size::float8 as size, p.sha256, p.segments,
  p.warnings, p.manifest, p.key_name, p.user_name,
  array(select e.name from ecus e join flash_profiles f on f.ecu_id = e.id
    where f.tenant_id = p.tenant_id and f.package_id = p.id order by e.name) as ecus,
  (extract(epoch from p.created_at) * 1000)::bigint as created_time`;

export interface NewPackage {
  readonly tenantId: string;
  readonly name: string;
  readonly fileName: string;
  readonly format: string;
  readonly size: number;
  readonly sha256: string;
  readonly segments: readonly FlashSegmentPlace[];
  readonly warnings: readonly { code: string; line: number }[];
  readonly userName: string;
}

/** Undefined: the name is taken. */
export async function insertPackage(db: Db, made: NewPackage): Promise<string | undefined> {
  const done = await sql<{ id: string }>`insert into flash_packages
      (tenant_id, name, file_name, format, size, sha256, segments, warnings, user_name)
    values (${made.tenantId}, ${made.name}, ${made.fileName}, ${made.format}, ${made.size}, ${made.sha256},
      ${JSON.stringify(made.segments)}, ${JSON.stringify(made.warnings)}, ${made.userName})
    on conflict (tenant_id, lower(name)) do nothing returning id`.execute(db);
  return done.rows[0]?.id;
}

export async function countPackages(db: Db, tenantId: string): Promise<number> {
  const counted = await sql<{ n: number }>`select count(*)::int as n from flash_packages
    where tenant_id = ${tenantId}`.execute(db);
  return counted.rows[0]?.n ?? 0;
}

type PackageOrder = (typeof PACKAGE_ORDERS)[number];
const ORDERS: Readonly<Record<PackageOrder, RawBuilder<unknown>>> = {
  name: sql`lower(p.name)`,
  size: sql`p.size`,
  created_time: sql`p.created_at`,
};

export async function pageOfPackages(
  db: Db,
  tenantId: string,
  { keyword, limit, offset, ...order }: { keyword: string; limit: number; offset: number } & Ordered<PackageOrder>,
): Promise<{ list: FlashPackage[]; total: number }> {
  const of = sql`from flash_packages p where p.tenant_id = ${tenantId}
    and position(lower(${keyword}) in lower(p.name || ' ' || p.file_name)) > 0`;
  const counted = await sql<{ total: number }>`select count(*)::int as total ${of}`.execute(db);
  const page = await sql<FlashPackage>`select ${ROW} ${of} 
    order by ${orderedBy(ORDERS, order, sql`p.created_at desc, p.id`)}
    limit ${limit} offset ${offset}`.execute(db);
  return { list: page.rows, total: counted.rows[0]?.total ?? 0 };
}

export async function findPackage(db: Db, tenantId: string, id: string): Promise<FlashPackage | undefined> {
  const found = await sql<FlashPackage>`select ${ROW} from flash_packages p
    where p.tenant_id = ${tenantId} and p.id = ${id}`.execute(db);
  return found.rows[0];
}

export async function signatureOf(db: Db, tenantId: string, id: string): Promise<string | undefined> {
  const found = await sql<{ signature: string | null }>`select signature from flash_packages
    where tenant_id = ${tenantId} and id = ${id}`.execute(db);
  return found.rows[0]?.signature ?? undefined;
}

/** False: it is gone, or signed already. */
export async function signPackage(
  db: Db,
  { tenantId, id }: { tenantId: string; id: string },
  { manifest, keyName, signature }: { manifest: FlashManifest; keyName: string; signature: string },
): Promise<boolean> {
  const done = await sql`update flash_packages set manifest = ${JSON.stringify(manifest)}, key_name = ${keyName},
      signature = ${signature} where tenant_id = ${tenantId} and id = ${id} and manifest is null
    returning id`.execute(db);
  return done.rows.length > 0;
}

/** False: an ECU names it, or a run needs it. */
export async function deletePackage(db: Db, tenantId: string, id: string): Promise<boolean> {
  const gone = await sql`delete from flash_packages p where p.tenant_id = ${tenantId} and p.id = ${id}
    and not exists (select from flash_profiles f where f.package_id = p.id)
    and not exists (select from flash_runs r where r.package_id = p.id
      and (r.state <> 'ended' or r.outcome = 'boot')) returning id`.execute(db);
  return gone.rows.length > 0;
}

/** What keeps it: names of ECUs and of devices with a run. */
export async function usersOfPackage(db: Db, tenantId: string, id: string): Promise<string[]> {
  const found = await sql<{ name: string }>`select e.name from ecus e join flash_profiles f on f.ecu_id = e.id
      where e.tenant_id = ${tenantId} and f.package_id = ${id}
    union select t.name from things t join flash_runs r on r.things_id = t.id
      where r.tenant_id = ${tenantId} and r.package_id = ${id} and (r.state <> 'ended' or r.outcome = 'boot')
    limit 5`.execute(db);
  return found.rows.map(({ name }) => name);
}

export async function packagesOfTenant(db: Db, tenantId: string): Promise<string[]> {
  const found = await sql<{ id: string }>`select id from flash_packages where tenant_id = ${tenantId}`.execute(db);
  return found.rows.map(({ id }) => id);
}
