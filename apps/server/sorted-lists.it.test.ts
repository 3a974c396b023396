import { ALL_SESSION_ORDERS, ALL_TOKEN_ORDERS, TENANT_ORDERS } from "@canopy/contract/accounts/operating";
import { OWNER_ORDERS } from "@canopy/contract/accounts/owners";
import { SUB_USER_ORDERS } from "@canopy/contract/accounts/sub-users";
import { TYPE_ORDERS } from "@canopy/contract/devices/info-models";
import { VEHICLE_ORDERS } from "@canopy/contract/devices/vehicles";
import { DTC_SEVERITIES } from "@canopy/contract/diagnosis/dtc-csv";
import { CODE_ORDERS } from "@canopy/contract/diagnosis/dtc-files";
import { ECU_ORDERS } from "@canopy/contract/diagnosis/ecus";
import { PACKAGE_ORDERS } from "@canopy/contract/diagnosis/flashing/packages";
import { UNLOCK_ORDERS } from "@canopy/contract/diagnosis/unlock-files";
import { IMAGE_ORDERS } from "@canopy/contract/firmware/images";
import { ROLLOUT_ORDERS, ROLLOUT_STATES } from "@canopy/contract/firmware/rollouts";
import { STRATEGY_ORDERS } from "@canopy/contract/signals/strategies";
import { ORDER_STATUSES } from "@canopy/contract/work-orders/order-moves";
import { WORK_ORDER_COLUMNS } from "@canopy/contract/work-orders/orders";
import { afterAll, beforeAll, expect, it } from "vitest";
import { testDevice } from "./testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "./testing/test-app.ts";

/** Five rows of each: their names are not in the order of their times, and what may be unknown is so of one or two. */
const NAMES = ["delta", "alpha", "echo", "bravo", "charlie"] as const;
const WORDS = ["", "zulu", "mike", "", "oscar"] as const;

const SIGNAL = { message_id: 1, is_extended: false, signal: "speed" };

let world: TestApp;
let root: TestUser;
let manager: TestUser;
let codes = "";

type Row = Readonly<Record<string, unknown>>;
interface SortedList {
  readonly columns: readonly string[];
  readonly id: string;
  readonly url: () => string;
  readonly as?: "system";
  /** Columns that are not in the order of their texts. */
  readonly value?: Readonly<Record<string, (told: unknown) => number>>;
}

const place = (known: readonly string[]) => (told: unknown) => known.indexOf(String(told));
const LISTS: Readonly<Record<string, SortedList>> = {
  "sub-users": {
    columns: SUB_USER_ORDERS,
    id: "id",
    url: () => "/tenant/sub-users?",
    value: { tenant_level: place(["none", "read", "write"]) },
  },
  tenants: { columns: TENANT_ORDERS, id: "id", url: () => "/operating/tenants?", as: "system" },
  owners: { columns: OWNER_ORDERS, id: "id", url: () => "/operating/owners?" },
  sessions: { columns: ALL_SESSION_ORDERS, id: "id", url: () => "/operating/sessions?", as: "system" },
  tokens: { columns: ALL_TOKEN_ORDERS, id: "id", url: () => "/operating/access-tokens?", as: "system" },
  "device types": {
    columns: TYPE_ORDERS,
    id: "id",
    url: () => `/mapping-mgmt/tenants/${manager.tenantId}/info-models?keyword=&to_public=true&`,
  },
  vehicles: {
    columns: VEHICLE_ORDERS,
    id: "id",
    url: () => "/vehicles?",
    value: { channels: (told) => (Array.isArray(told) ? told.length : -1) },
  },
  "work orders": {
    columns: WORK_ORDER_COLUMNS,
    id: "order_id",
    url: () => "/work-orders?tab=all&",
    value: { status: place(ORDER_STATUSES) },
  },
  ecus: { columns: ECU_ORDERS, id: "ecu_id", url: () => "/ecus?" },
  "fault codes": {
    columns: CODE_ORDERS,
    id: "code",
    url: () => `/dtc-files/${codes}/codes?`,
    value: { severity: place(DTC_SEVERITIES) },
  },
  "unlock files": { columns: UNLOCK_ORDERS, id: "unlock_file_id", url: () => "/unlock-files?" },
  "flash packages": { columns: PACKAGE_ORDERS, id: "package_id", url: () => "/flash-packages?" },
  images: {
    columns: IMAGE_ORDERS,
    id: "id",
    url: () => "/firmware/images?",
    value: {
      version: (told) =>
        String(told)
          .split(".")
          .reduce((sum, part) => sum * 100 + Number(part), 0),
    },
  },
  rollouts: {
    columns: ROLLOUT_ORDERS,
    id: "id",
    url: () => "/firmware/rollouts?",
    value: { state: place(ROLLOUT_STATES) },
  },
  strategies: { columns: STRATEGY_ORDERS, id: "strategy_id", url: () => "/signal-strategies?" },
};

beforeAll(async () => {
  world = await testApp();
  root = await world.user({ tenant: "platform", name: "root", role: "system" });
  manager = await world.user({ tenant: "acme", name: "acme", role: "manager" });
  await fill();
});
afterAll(() => world.close());

async function page(list: SortedList, query: string): Promise<Row[]> {
  const answer = await world.call(list.as === "system" ? root : manager, { url: `/api${list.url()}${query}` });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().list;
}

/** Over pages, so that rows that are equal must not change places between them. */
async function allPages(list: SortedList, order: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let n = 1; ; n += 1) {
    const more = await page(list, `page_size=2&current_page=${n}${order}`);
    rows.push(...more);
    if (more.length < 2) return rows;
  }
}

const isUnknown = (told: unknown) => told === null || told === "";

const CASES = Object.entries(LISTS).flatMap(([name, list]) => list.columns.map((column) => [name, column] as const));

it.each(CASES)(
  "%s are sorted by %s in both directions, over pages, unknown ones last [NAV-14]",
  async (name, column) => {
    const list = LISTS[name] as SortedList;
    const value = list.value?.[column] ?? ((told: unknown) => told);
    const ids = (rows: readonly Row[]) => rows.map((row) => String(row[list.id]));
    const plain = await allPages(list, "");
    expect(plain.length).toBeGreaterThanOrEqual(5);
    for (const orderType of [0, 1]) {
      const rows = await allPages(list, `&order_param=${column}&order_type=${orderType}`);
      expect(ids(rows).sort()).toEqual(ids(plain).sort());
      const told = rows.map((row) => row[column]);
      const known = told.filter((one) => !isUnknown(one)).map(value) as (string | number | boolean)[];
      expect(told.findLastIndex((one) => !isUnknown(one)) + 1, "the unknown last").toBe(known.length);
      const sorted = known.toSorted((a, b) => (a === b ? 0 : a < b === (orderType === 0) ? -1 : 1));
      expect(known).toEqual(sorted);
    }
  },
);

it("a column that a list does not have is refused [NAV-14]", async () => {
  for (const list of Object.values(LISTS)) {
    const answer = await world.call(list.as === "system" ? root : manager, {
      url: `/api${list.url()}order_param=password_hash`,
    });
    expect(answer.statusCode).toBe(400);
  }
});

async function fill(): Promise<void> {
  const { pool } = world.database;
  const { tenantId, userId } = manager;
  const one = async (text: string, values: unknown[]): Promise<string> => (await pool.query(text, values)).rows[0]?.id;
  await pool.query("update tenants set kind = 'merchant' where id = $1", [tenantId]);
  const key = await one(
    "insert into firmware_keys (tenant_id, name, public_key) values ($1, 'key', decode(repeat('00', 32), 'hex')) returning id",
    [tenantId],
  );
  codes = await one("insert into dtc_files (tenant_id, name) values ($1, 'codes') returning id", [tenantId]);
  const dbc = await one(
    "insert into dbc_files (tenant_id, name, state, newest) values ($1, 'dbc', 'ready', 1) returning id",
    [tenantId],
  );
  for (const [n, name] of NAMES.entries()) {
    const word = WORDS[n] as string;
    const at = new Date(Date.UTC(2026, 10, 1 + ((n * 3) % 5)));
    const owner = await one(
      `insert into tenants (name, kind, merchant_id, state, organization_name, created_at)
        values ($1, 'owner', $2, $3, $4, $5) returning id`,
      [name, tenantId, ["active", "review", "closed", "active", "refused"][n], word, at],
    );
    await one(
      "insert into users (tenant_id, name, role, password_hash, nick_name, created_at) values ($1, $2, 'manager', 'x', $3, $4)",
      [owner, `${name}owner`, word, at],
    );
    const sub = await one(
      `insert into users (tenant_id, name, role, tenant_level, password_hash, phone, email, created_at)
        values ($1, $2, 'sub', $3, 'x', $4, $5, $6) returning id`,
      [
        tenantId,
        name,
        ["read", "none", "write", "read", "none"][n],
        word && `1380000000${n}`,
        word && `${word}@a.b`,
        at,
      ],
    );
    await pool.query(
      `insert into access_tokens (tenant_id, user_id, name, token_hash, scope, created_at, expires_at, last_used_at)
        values ($1, $2, $3, decode(md5($3), 'hex'), $4, $5, $6, $6)`,
      [tenantId, sub, name, n % 2 ? "read" : "read-write", at, word ? at : null],
    );
    if (word) {
      await pool.query(
        `insert into sessions (tenant_id, user_id, token_hash, ujwt_hash, role, tenant_level, remember, address, agent,
            created_at, last_seen_at, expires_at)
          values ($1, $2, decode(md5($3), 'hex'), decode(md5($3), 'hex'), 'sub', 'read', true, $4, '', $5, $5,
            now() + interval '1 day')`,
        [tenantId, sub, name, `10.0.0.${9 - n}`, at],
      );
    }
    const type = await one(
      "insert into info_models (tenant_id, name, keyword, is_public) values ($1, $2, $3, $4) returning id",
      [n === 4 ? root.tenantId : tenantId, name, ["can", "iot", "can", "bus", "can"][n], n > 2],
    );
    if (n % 2) {
      const { thingsId } = await testDevice(world.database.db, tenantId);
      await pool.query("update things set info_model_id = $2 where id = $1", [thingsId, type]);
    }
    await pool.query("insert into vehicles (tenant_id, name, vin, plate, updated_at) values ($1, $2, $3, $4, $5)", [
      ...[tenantId, name, `LSVAA00000000000${9 - n}`, `plate${word}`, at],
    ]);
    await pool.query(
      `insert into work_orders (tenant_id, identifier, name, type, function, description, status, initiator_id,
          initiator_name, handler_name, device_name, created_at, since_at)
        values ($1, $2, $3, $4, $5, 'x', $6, $7, $8, $9, $10, $11, $11)`,
      [
        ...[tenantId, `WO${9 - n}`, name, n % 2 ? "consult" : "problem", n % 2 ? "places" : "files"],
        ...[ORDER_STATUSES[(n * 2) % 6], userId, name, word || null, word || null, at],
      ],
    );
    const unlock = await one(
      `insert into unlock_files (tenant_id, name, content, levels, sha256, user_name, is_script, created_at)
        values ($1, $2, '', '{1}', $2, $3, $4, $5) returning id`,
      [tenantId, name, `${name}er`, n % 2 === 0, at],
    );
    const file = n % 2 ? codes : null;
    await pool.query(
      `insert into ecus (tenant_id, name, extended, physical_id, response_id, functional_id, dtc_file_id, unlock_file_id)
        values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [tenantId, name, n % 2 === 0, 2000 - n, 1000 + ((n * 2) % 5), 2015, file, word ? unlock : null],
    );
    await pool.query(
      "insert into dtc_codes (file_id, tenant_id, code, name_zh, name_en, severity) values ($1, $2, $3, $4, $5, $6)",
      [codes, tenantId, 0x010000 + (9 - n) * 256, word, name, word ? (DTC_SEVERITIES[n % 3] ?? null) : null],
    );
    await pool.query(
      `insert into flash_packages (tenant_id, name, file_name, format, size, sha256, segments, created_at)
        values ($1, $2, 'a.s19', 'srec', $3, 'x', '[]', $4)`,
      [tenantId, name, 1000 - n, at],
    );
    await pool.query(
      `insert into firmware_images (tenant_id, version, kind, description, file_name, size, sha256, key_id, signature,
          state, user_name, created_at)
        values ($1, $2, $3, $4, 'a', $5, 'x', $6, 'x', $7, $8, $9)`,
      [
        ...[tenantId, `4.${[10, 9, 2, 11, 1][n]}.0`, n % 2 ? "self" : "outer", word, 100 - n, key],
        ...[n % 2 ? "ready" : "receiving", name, at],
      ],
    );
    await pool.query(
      `insert into firmware_rollouts (tenant_id, version, scope, scope_ids, waves, state, user_name, created_at)
        values ($1, $2, $3, '{}', '[]', $4, $5, $6)`,
      [tenantId, name, n % 2 ? "group" : "type", ROLLOUT_STATES[5 - n], name, at],
    );
    await pool.query(
      `insert into signal_strategies (tenant_id, name, nickname, dbc_id, signals, author, updated_at)
        values ($1, $2, $3, $4, $5, 'a', $6)`,
      [tenantId, name, word, dbc, JSON.stringify(Array.from({ length: 5 - n }, () => SIGNAL)), at],
    );
  }
}
