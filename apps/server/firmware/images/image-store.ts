import type { FirmwareImage, IMAGE_ORDERS } from "@canopy/contract/firmware/images";
import { type RawBuilder, sql } from "kysely";
import { type Ordered, orderedBy } from "../../platform/postgres/order-by.ts";
import type { Db } from "../../platform/postgres/schema.ts";

/** What terminals are told of an image. */
export interface StoredImage {
  readonly id: string;
  readonly tenantId: string;
  readonly version: string;
  readonly size: number;
  readonly received: number;
  readonly sha256: string;
  readonly baseVersion: string | null;
  readonly signature: string;
  readonly state: "receiving" | "ready";
}

const STORED = sql`i.id, i.tenant_id as "tenantId", i.version, i.size::float8 as size, i.received::float8 as received,
  i.sha256, i.base_version as "baseVersion", i.signature, i.state`;
/** DEV-08: one that a rollout still needs cannot be deleted. */
const IN_USE = sql<boolean>`exists (select 1 from firmware_rollouts r where r.image_id = i.id
  and (r.state in ('scheduled', 'running', 'paused') or exists (select 1 from firmware_rollout_devices d
    where d.rollout_id = r.id and d.state in ('asked', 'downloading', 'verifying', 'installing', 'restarting'))))`;
const KEY_NAME = sql`coalesce((select k.name from firmware_keys k where k.id = i.key_id), '')`;
const COLUMNS = sql`i.id, i.version, i.kind as type, i.description, i.file_name, i.size::float8 as size,
  i.received::float8 as received, i.sha256, i.base_version,
  ${KEY_NAME} as key_name, i.state, ${IN_USE} as in_use,
  i.user_name, (extract(epoch from i.created_at) * 1000)::bigint as create_time`;

export interface NewStoredImage {
  readonly tenantId: string;
  readonly version: string;
  readonly kind: string;
  readonly description: string;
  readonly fileName: string;
  readonly size: number;
  readonly sha256: string;
  readonly baseVersion: string | null;
  readonly keyId: string;
  readonly signature: string;
  readonly userName: string;
}

/** Undefined: the version has an image. */
export async function insertImage(db: Db, image: NewStoredImage): Promise<string | undefined> {
  const made = await sql<{ id: string }>`insert into firmware_images (tenant_id, version, kind, description, file_name,
      size, sha256, base_version, key_id, signature, user_name)
    values (${image.tenantId}, ${image.version}, ${image.kind}, ${image.description}, ${image.fileName}, ${image.size},
      ${image.sha256}, ${image.baseVersion}, ${image.keyId}, ${image.signature}, ${image.userName})
    on conflict (tenant_id, kind, version, (coalesce(base_version, ''))) do nothing returning id`.execute(db);
  return made.rows[0]?.id;
}

/** An upload of the same content that was cut. */
export async function unfinishedImage(db: Db, image: NewStoredImage): Promise<string | undefined> {
  const found = await sql<{ id: string }>`select id from firmware_images where tenant_id = ${image.tenantId}
    and kind = ${image.kind} and version = ${image.version} and base_version is not distinct from ${image.baseVersion}
    and sha256 = ${image.sha256} and size = ${image.size} and state = 'receiving'`.execute(db);
  return found.rows[0]?.id;
}

export async function countImages(db: Db, tenantId: string): Promise<number> {
  const counted = await sql<{ total: number }>`select count(*)::int as total from firmware_images
    where tenant_id = ${tenantId}`.execute(db);
  return counted.rows[0]?.total ?? 0;
}

export async function findImage(db: Db, tenantId: string, id: string): Promise<StoredImage | undefined> {
  const found = await sql<StoredImage>`select ${STORED} from firmware_images i
    where i.tenant_id = ${tenantId} and i.id = ${id}`.execute(db);
  return found.rows[0];
}

/** In a transaction: its pieces come one after another. */
export async function lockImage(db: Db, tenantId: string, id: string): Promise<StoredImage | undefined> {
  const found = await sql<StoredImage>`select ${STORED} from firmware_images i
    where i.tenant_id = ${tenantId} and i.id = ${id} for update`.execute(db);
  return found.rows[0];
}

export async function describeImage(db: Db, tenantId: string, id: string): Promise<FirmwareImage | undefined> {
  const found = await sql<FirmwareImage>`select ${COLUMNS} from firmware_images i
    where i.tenant_id = ${tenantId} and i.id = ${id}`.execute(db);
  return found.rows[0];
}

export async function setReceived(
  db: Db,
  { tenantId, id }: Pick<StoredImage, "tenantId" | "id">,
  received: number,
  state: StoredImage["state"],
): Promise<void> {
  await sql`update firmware_images set received = ${received}, state = ${state}, updated_at = now()
    where tenant_id = ${tenantId} and id = ${id}`.execute(db);
}

type ImageOrder = (typeof IMAGE_ORDERS)[number];
const ORDERS: Readonly<Record<ImageOrder, RawBuilder<unknown>>> = {
  // 4.9.0 stands before 4.10.0.
  version: sql`string_to_array(i.version, '.')::int[]`,
  state: sql`i.state`,
  type: sql`i.kind`,
  description: sql`lower(nullif(i.description, ''))`,
  size: sql`i.size`,
  key_name: sql`lower(nullif(${KEY_NAME}, ''))`,
  user_name: sql`lower(i.user_name)`,
  create_time: sql`i.created_at`,
};

interface ImageFilter extends Ordered<ImageOrder> {
  readonly keyword?: string | undefined;
  readonly type?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Newest first, unless another order was chosen. */
export async function listImages(
  db: Db,
  tenantId: string,
  { keyword = "", type, limit, offset, ...order }: ImageFilter,
): Promise<{ list: FirmwareImage[]; total: number }> {
  const kind = type ?? null;
  const found = sql`from firmware_images i where i.tenant_id = ${tenantId} and (${kind}::text is null or i.kind = ${kind})
    and (${keyword} = '' or position(lower(${keyword}) in lower(i.version || ' ' || i.description || ' ' || i.file_name)) > 0)`;
  const [counted, page] = await Promise.all([
    sql<{ total: number }>`select count(*)::int as total ${found}`.execute(db),
    sql<FirmwareImage>`select ${COLUMNS} ${found}
      order by ${orderedBy(ORDERS, order, sql`i.created_at desc, i.id`)}
      limit ${limit} offset ${offset}`.execute(db),
  ]);
  return { list: page.rows, total: counted.rows[0]?.total ?? 0 };
}

/** False: it is gone, or a rollout needs it. */
export async function deleteImage(db: Db, tenantId: string, id: string): Promise<boolean> {
  const gone = await sql`delete from firmware_images i where i.tenant_id = ${tenantId} and i.id = ${id}
    and not ${IN_USE} returning 1`.execute(db);
  return gone.rows.length > 0;
}

/** An upload that nothing came of for a day, of whatever tenant; and images of tenants that are gone. */
export async function abandonedImages(db: Db, most: number): Promise<StoredImage[]> {
  const found = await sql<StoredImage>`select ${STORED} from firmware_images i
    where (i.state = 'receiving' and i.updated_at < now() - interval '1 day')
      or not exists (select 1 from tenants t where t.id = i.tenant_id) limit ${most}`.execute(db);
  return found.rows;
}

export async function imagesOfTenant(db: Db, tenantId: string): Promise<StoredImage[]> {
  const found = await sql<StoredImage>`select ${STORED} from firmware_images i
    where i.tenant_id = ${tenantId}`.execute(db);
  return found.rows;
}
