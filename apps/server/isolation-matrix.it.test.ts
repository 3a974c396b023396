import { randomInt, randomUUID } from "node:crypto";
import { searchRequest } from "@canopy/contract/alarms/search";
import { UNLIMITED_PACKAGE } from "@canopy/contract/capacity/package";
import { endpoints } from "@canopy/contract/endpoints";
import { startRecalls } from "@canopy/contract/files/recalls";
import type { Endpoint } from "@canopy/contract/platform/endpoint";
import { type ResourceKind, resourceFields } from "@canopy/contract/platform/resource";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeAccessToken } from "./accounts/access-tokens.ts";
import { openSession } from "./accounts/open-session.ts";
import { ensureTenant } from "./accounts/tenant-store.ts";
import { getUser, insertUser } from "./accounts/user-store.ts";
import { makeTestEvent } from "./alarms/events/test-event.ts";
import { makeTestRule, sampleRule } from "./alarms/rules/test-rule.ts";
import { insertSearch } from "./alarms/search/search-store.ts";
import { setPackage } from "./capacity/package-store.ts";
import { insertRequest } from "./capacity/request-store.ts";
import { insertBookmark } from "./devices/bookmarks/bookmark-store.ts";
import { insertRollout } from "./devices/configuration/config-rollout-store.ts";
import { GROUPS, insertSet, LABELS } from "./devices/fleet/named-set-store.ts";
import { insertType } from "./devices/types/info-model-store.ts";
import { insertVehicle } from "./devices/vehicles/vehicle-store.ts";
import { insertDtcFile } from "./diagnosis/codes/dtc-store.ts";
import { putSequence } from "./diagnosis/sequences/sequence-store.ts";
import { makeTestEcu, makeTestJob, makeTestSession, makeTestUnlockFile } from "./diagnosis/test-diagnosis.ts";
import { insertAnnouncement } from "./messages/announcement-store.ts";
import { insertOutgoing } from "./messages/outbox-store.ts";
import { insertUserMessages, listUserMessages } from "./messages/user-message-store.ts";
import { makeTestFence } from "./places/test-fence.ts";
import { storeAttribute } from "./settings/attribute-store.ts";
import { insertDashboard } from "./settings/dashboard-store.ts";
import { insertBinding } from "./signals/bindings/signal-binding-store.ts";
import { createDbc } from "./signals/dbc/keep-dbc.ts";
import { insertStrategy } from "./signals/kept/strategy-store.ts";
import { insertPanel } from "./statistics/panels/panel-store.ts";
import { type TestSmtp, testSmtp } from "./testing/outside/test-smtp.ts";
import { testDownload } from "./testing/stored/test-download.ts";
import { testImport } from "./testing/stored/test-import.ts";
import { testInboxFile } from "./testing/stored/test-inbox.ts";
import { testAnalysis, testStoredFile, testTenantFile } from "./testing/stored/test-stored-file.ts";
import { offerTo } from "./testing/stored/test-transfer.ts";
import {
  KNOWN_CARD_FILE,
  KNOWN_TENANT_FILE,
  OPERATED_TENANT,
  sampleInput,
  sampleUrl,
} from "./testing/terminals/sample-input.ts";
import { grantLevel, testDevice } from "./testing/terminals/test-device.ts";
import { testCard, testRecall } from "./testing/terminals/test-recall.ts";
import { TEST_SECRET, type TestApp, type TestUser, testApp, testJob } from "./testing/test-app.ts";
import { smallDbc } from "./testing/worlds/test-dbc.ts";
import { testImageRow, testKey, testRollout } from "./testing/worlds/test-firmware.ts";
import { makeTestFlow, makeTestPackage, makeTestRun } from "./testing/worlds/test-flashing.ts";
import { makeTestOutput, makeTestOutputRun } from "./testing/worlds/test-output-world.ts";
import { makeTestDelivery, makeTestPush } from "./testing/worlds/test-push-rule.ts";
import { makeStoredRun, makeTestRoutine } from "./testing/worlds/test-runs.ts";
import { makeTestOrder, TEST_GIF } from "./testing/worlds/test-work-order.ts";
import { insertScript } from "./tests/scripts/script-store.ts";
import { insertPicture } from "./work-orders/picture-store.ts";

/**
 * USR-06, generated from the declarations: every route × kind of caller × owner of the named object. A new route is
 * covered by being declared; a new kind of resource needs one line in `makers`.
 */
const SUBJECTS = [
  "anonymous",
  "foreign",
  "withoutRight",
  "readable",
  "readWrite",
  "manager",
  "readToken",
  "deviceToken",
  "system",
] as const;
type Subject = (typeof SUBJECTS)[number];

let world: TestApp;
let smtp: TestSmtp;
let users: Record<Exclude<Subject, "anonymous">, TestUser>;
let colleague: TestUser;

beforeAll(async () => {
  smtp = await testSmtp();
  world = await testApp({ smtpUrl: smtp.url });
  const manager = await world.user({ tenant: "own", name: "manager_a", role: "manager" });
  users = {
    manager,
    readToken: { ...manager, token: await readTokenOf(manager) },
    deviceToken: { ...manager, token: await deviceTokenOf(manager) },
    foreign: await world.user({ tenant: "other", name: "manager_b", role: "manager" }),
    withoutRight: await world.user({ tenant: "own", name: "sub_none", role: "sub", level: "none" }),
    readable: await world.user({ tenant: "own", name: "sub_read", role: "sub", level: "read" }),
    readWrite: await world.user({ tenant: "own", name: "sub_write", role: "sub", level: "write" }),
    system: await world.user({ tenant: "platform", name: "root_admin", role: "system" }),
  };
  colleague = await world.user({ tenant: "own", name: "sub_other", role: "sub", level: "write" });
  for (const { tenantId } of [users.manager, users.foreign, users.system]) {
    await setPackage(world.database.db, tenantId, UNLIMITED_PACKAGE);
  }
});
afterAll(async () => {
  await world?.close();
  await smtp?.close();
});

const ownerTenant = (name: string) =>
  world.database.db.transaction().execute((trx) => ensureTenant(trx, name, "owner"));

/** Makes a thing of this kind that belongs to this user. Kinds of parts still to come have none. */
const makers: Partial<Record<ResourceKind, (owner: TestUser) => Promise<string> | string>> = {
  // Also a file of its own, which some calls know by its name.
  tenant: async (owner) => {
    await testTenantFile(world.files.receiver, owner, KNOWN_TENANT_FILE);
    return owner.tenantId;
  },
  operatedTenant: () => ownerTenant(OPERATED_TENANT),
  // Of an owner that names this tenant as its merchant.
  registration: async ({ tenantId }) => {
    const { db } = world.database;
    const id = await ownerTenant(randomUUID());
    await insertUser(db, {
      tenantId: id,
      name: `n_${id.slice(0, 8)}`,
      role: "manager",
      tenantLevel: "write",
      passwordHash: "",
    });
    await sql`update tenants set merchant_id = ${tenantId}, state = 'review', applied_at = now()
      where id = ${id}`.execute(db);
    return id;
  },
  user: (owner) => owner.userId,
  subUser: async ({ tenantId }) => {
    const name = `n_${randomUUID().slice(0, 8)}`;
    const phone = String(randomInt(2 * 10 ** 10, 10 ** 11));
    return insertUser(world.database.db, { tenantId, name, role: "sub", tenantLevel: "read", passwordHash: "", phone });
  },
  session: async (owner) => {
    const user = await getUser(world.database.db, owner.tenantId, owner.userId);
    if (!user) throw new Error("no such user");
    return (await openSession(world.database.db, user, { address: "127.0.0.1", agent: "" }, false)).session_id;
  },
  accessToken: async (owner) => (await readAccess(owner)).data.id,
  job: ({ tenantId, userId }) => world.jobs.enqueue(testJob, { tenantId, userId, input: {} }),
  dashboard: ({ tenantId, userId }) =>
    insertDashboard(world.database.db, { tenantId, ownerId: userId, business_type: randomUUID(), name: "d" }),
  infoModel: async ({ tenantId }) => {
    const type = { name: randomUUID(), keyword: "can", is_public: false, data_groups: [] };
    return (await insertType(world.database.db, tenantId, type))?.id ?? "";
  },
  // USR-03: a device of the tenant, on which its "owner" has the level of its name.
  device: async (owner) => {
    const { thingsId, deviceId } = await testDevice(world.database.db, owner.tenantId);
    const quick_delete_things_list = [{ info_model_id: "", third_things_id: deviceId }];
    await setPackage(world.database.db, owner.tenantId, { ...UNLIMITED_PACKAGE, quick_delete_things_list });
    const level = owner === users.readable ? "read" : owner === users.readWrite ? "write" : undefined;
    if (level) await grantLevel(world.database.db, owner, thingsId, level);
    newestDevice.set(owner, thingsId);
    await makeTestSession(world.database.db, owner, thingsId);
    return thingsId;
  },
  gateway: async (owner) => {
    const { thingsId } = await testDevice(world.database.db, owner.tenantId, { class: "gateway" });
    await grantLevel(world.database.db, owner, thingsId, "write");
    return thingsId;
  },
  label: async ({ tenantId }) =>
    (await insertSet(world.database.db, LABELS, tenantId, randomUUID().slice(0, 32)))?.id ?? "",
  thingGroup: async ({ tenantId }) => (await insertSet(world.database.db, GROUPS, tenantId, randomUUID()))?.id ?? "",
  // Offered by another tenant, for this one to take.
  transfer: async (owner) => {
    const from = owner.tenantId === users.foreign.tenantId ? users.manager : users.foreign;
    const { thingsId } = await testDevice(world.database.db, from.tenantId);
    return offerTo(world.database.db, { tenantId: from.tenantId, thingsId, toTenantId: owner.tenantId });
  },
  configRollout: ({ tenantId }) => insertRollout(world.database.db, { tenantId, author: "", note: "" }, []),
  dbcFile: ({ tenantId }) => {
    const given = { bytes: Buffer.from(smallDbc()), remark: "", draft: false, author: "" };
    return createDbc(world.database.db, tenantId, `${randomUUID()}.dbc`, given);
  },
  signalStrategy: (owner) => makeTestStrategy(owner),
  // Of the device that the same call names.
  signalBinding: async (owner) => {
    const thingsId = newestDevice.get(owner) ?? (await make("device", owner));
    const strategyId = await makeTestStrategy(owner);
    const made = { tenantId: owner.tenantId, thingsId, channel: 0, strategyId, fromDay: 0 };
    return (await insertBinding(world.database.db, made)) ?? "";
  },
  ecu: ({ tenantId }) => makeTestEcu(world.database.db, tenantId),
  udsSequence: async ({ tenantId }) => {
    const content = { name: randomUUID(), go_on: false, steps: [{ data: "3E00", functional: false }], user_name: "" };
    return (await putSequence(world.database.db, tenantId, content))?.sequence_id ?? "";
  },
  analysisScript: async ({ tenantId }) => {
    const content = { name: randomUUID(), language: "groovy", content: "println 1" } as const;
    return (await insertScript(world.database.db, tenantId, content, ""))?.script_id ?? "";
  },
  testRoutine: async ({ tenantId }) => (await makeTestRoutine(world.database.db, tenantId)).routine_id,
  // Of the device that the same call names.
  testRun: async (owner) => {
    const thingsId = newestDevice.get(owner) ?? (await make("device", owner));
    return makeStoredRun(world.database.db, owner.tenantId, thingsId);
  },
  // Of the device that the same call names.
  bookmark: async (owner) => {
    const thingsId = newestDevice.get(owner) ?? (await make("device", owner));
    const content = { from_time: 1, to_time: 2, text: "t" };
    const made = await insertBookmark(
      world.database.db,
      { caller: { ...owner, userName: owner.name }, thingsId },
      content,
    );
    return made?.bookmark_id ?? "";
  },
  panel: (owner) =>
    insertPanel(world.database.db, { ...owner, userName: owner.name }, { name: randomUUID(), widgets: [] }),
  dtcFile: async ({ tenantId }) => (await insertDtcFile(world.database.db, tenantId, randomUUID())) ?? "",
  unlockFile: (owner) => makeTestUnlockFile(world.database.db, TEST_SECRET, owner),
  // Of the device that the same call names.
  diagnosisJob: async (owner) => {
    const thingsId = newestDevice.get(owner) ?? (await make("device", owner));
    return makeTestJob(world.database.db, owner, thingsId);
  },
  fence: ({ tenantId, name }) => makeTestFence(world.database.db, { tenantId, userName: name }),
  // On one device: those on several are the manager's.
  alarmRule: async ({ tenantId, userId, name }) => {
    const { thingsId: id } = await testDevice(world.database.db, tenantId);
    await grantLevel(world.database.db, { tenantId, userId }, id, "write");
    return makeTestRule(world.database.db, { tenantId, userId, userName: name }, { scope: { kind: "device", id } });
  },
  alarmEvent: async ({ tenantId, userId, name }) => {
    const { thingsId, bindingNumber } = await testDevice(world.database.db, tenantId);
    await grantLevel(world.database.db, { tenantId, userId }, thingsId, "read");
    const ruleId = await makeTestRule(world.database.db, { tenantId, userId, userName: name });
    return makeTestEvent(world.database.db, { tenantId, thingsId, ruleId, binding: bindingNumber });
  },
  alarmMute: async (owner) => {
    const made = await sql<{ id: string }>`insert into alarm_mutes (tenant_id, things_id, until_at, author)
      values (${owner.tenantId}, ${await make("device", owner)}, now() + interval '1 minute', '') returning id`.execute(
      world.database.db,
    );
    return made.rows[0]?.id ?? "";
  },
  alarmSearch: async (owner) => {
    const { tenantId, userId } = owner;
    const { db } = world.database;
    const thingsId = await make("device", owner);
    const [id, jobId] = [randomUUID(), await world.jobs.enqueue(testJob, { tenantId, userId, input: {} })];
    const request = searchRequest.parse({ from_time: 0, to_time: 1, conditions: sampleRule().conditions });
    await insertSearch(db, { tenantId, userId }, { id, jobId, request, thingsIds: [thingsId] });
    return id;
  },
  flashPackage: ({ tenantId }) => makeTestPackage(world.database.db, tenantId),
  flashFlow: ({ tenantId }) => makeTestFlow(world.database.db, tenantId),
  // Of the device that the same call names.
  flashRun: async (owner) => {
    const thingsId = newestDevice.get(owner) ?? (await make("device", owner));
    return makeTestRun(world.database.db, owner, thingsId);
  },
  firmwareKey: (owner) => testKey(world.database.db, owner.tenantId),
  firmwareImage: (owner) => testImageRow(world.database.db, owner.tenantId),
  firmwareRollout: (owner) => testRollout(world.database.db, owner.tenantId),
  capacityRequest: async ({ tenantId, userId, name }) => {
    const { db } = world.database;
    const wanted = {
      tenantId,
      userId,
      userName: name,
      quota: "edge_computing",
      amount: 3,
      reason: "",
      contact: "",
    } as const;
    await sql`delete from capacity_requests where tenant_id = ${tenantId}`.execute(db);
    return (await insertRequest(db, wanted)) ?? "";
  },
  workOrder: (owner) => makeTestOrder(world.database.db, owner),
  // Few may wait to become part of an order.
  workOrderPicture: async (owner) => {
    const { db } = world.database;
    await sql`delete from work_order_pictures where user_id = ${owner.userId}`.execute(db);
    return (await insertPicture(db, owner, { type: "image/gif", content: TEST_GIF })) ?? "";
  },
  output: (owner) => makeTestOutput(world.database.db, owner, randomUUID().slice(0, 20)),
  outputRun: async (owner) => {
    const outputId = await makeTestOutput(world.database.db, owner, randomUUID().slice(0, 20));
    return makeTestOutputRun(world.database.db, owner.tenantId, outputId);
  },
  pushRule: ({ tenantId, name }) => makeTestPush(world.database.db, { tenantId, userName: name }),
  pushDelivery: (owner) => makeTestDelivery(world.database.db, { tenantId: owner.tenantId, userName: owner.name }),
  vehicle: ({ tenantId }) => {
    const [name, vin] = [
      randomUUID(),
      randomUUID()
        .replaceAll(/[^0-9A-H]/gi, "")
        .toUpperCase()
        .slice(0, 17),
    ];
    return insertVehicle(world.database.db, tenantId, { name, vin, plate: "" });
  },
  // Created while the caller could read the device; losing that right also closes the file.
  downloadTask: async (owner) => {
    const { taskId, thingsId } = await testDownload(world.database.db, world.transferFolder, owner);
    await grantLevel(world.database.db, owner, thingsId, "read");
    return taskId;
  },
  importTask: async (owner) => {
    const { taskId, thingsId } = await testImport(world.database.db, world.transferFolder, owner);
    await grantLevel(world.database.db, owner, thingsId, "write");
    return taskId;
  },
  file: async (owner) => {
    const { fileId, thingsId } = await testStoredFile(world.database.db, world.files.receiver, owner);
    await grantLevel(world.database.db, owner, thingsId, "write");
    return fileId;
  },
  fileStorage: async (owner) => {
    const { thingsId } = await testStoredFile(world.database.db, world.files.receiver, owner);
    await grantLevel(world.database.db, owner, thingsId, "write");
    return thingsId;
  },
  analysis: async (owner) => {
    const { tenantId, userId } = owner;
    const jobId = await world.jobs.enqueue(testJob, { tenantId, userId, input: {} });
    const made = await testAnalysis(world.database.db, world.files.receiver, owner, jobId);
    await grantLevel(world.database.db, owner, made.thingsId, "write");
    return made.recordId;
  },
  inboxFile: (owner) => testInboxFile(world.database.db, owner),
  // Of the device that the same call names.
  recall: async (owner) => {
    const thingsId = newestDevice.get(owner) ?? (await make("device", owner));
    return testRecall(world.database.db, owner, thingsId);
  },
  message: async (owner) => {
    const texts = { title: { zh: "t", en: "t" }, content: { zh: "c", en: "c" } };
    await insertUserMessages(world.database.db, [owner], { ...texts, type: "system", reminderMode: 1, link: null });
    const query = { ...owner, language: "en", readStatus: 3, page: 1, size: 1 } as const;
    return (await listUserMessages(world.database.db, query)).list[0]?.id ?? "";
  },
  // For one tenant: others do not find it.
  notice: ({ tenantId }) => makeAnnouncement([tenantId]),
  announcement: () => makeAnnouncement([]),
  outgoingMessage: ({ tenantId }) =>
    insertOutgoing(
      world.database.db,
      {
        tenantId,
        channel: "sms",
        destination: "13800000000",
        subject: "",
        content: "123456",
        template: "code",
        parameters: {},
        secret: "123456",
      },
      "unconfigured",
    ),
  userAttribute: async (owner) => {
    const key = { platform: "candtu", attribute_type: "userConfig", attribute_key: randomUUID() } as const;
    return (await storeAttribute(world.database.db, owner, { ...key, attribute: {} })).id;
  },
};

function readAccess({ tenantId, userId }: TestUser) {
  const wanted = { tenantId, userId, name: randomUUID(), scope: "read", devices: null, expiresDays: 1 } as const;
  return makeAccessToken(world.database.db, wanted);
}

const readTokenOf = async (owner: TestUser) => (await readAccess(owner)).token;

/** Limited to a device that no call names. */
async function deviceTokenOf({ tenantId, userId }: TestUser): Promise<string> {
  const { deviceId } = await testDevice(world.database.db, tenantId);
  const wanted = { name: randomUUID(), scope: "read-write", devices: [deviceId], expiresDays: 1 } as const;
  return (await makeAccessToken(world.database.db, { tenantId, userId, ...wanted })).token;
}

/** Of any tenant, and all of them the system manager's to see. */
const OPERATED: readonly ResourceKind[] = [
  "outgoingMessage",
  "operatedTenant",
  "registration",
  "announcement",
  "capacityRequest",
  "workOrder",
];

function makeAnnouncement(tenantIds: string[]): Promise<string> {
  const texts = { title_zh: "t", title_en: "t", content_zh: "c", content_en: "c" };
  const form = { ...texts, from_time: Date.now(), until_time: null, tenant_ids: tenantIds };
  return insertAnnouncement(world.database.db, form);
}

/** Of one user, not of the tenant. */
const PERSONAL: readonly ResourceKind[] = [
  "session",
  "accessToken",
  "userAttribute",
  "job",
  "downloadTask",
  "importTask",
  "workOrder",
  "workOrderPicture",
  "output",
  "outputRun",
];

const newestDevice = new Map<TestUser, string>();

async function makeTestStrategy(owner: TestUser): Promise<string> {
  const signals = [{ message_id: 256, is_extended: false, signal: "Speed" }];
  const dbcId = await make("dbcFile", owner);
  const content = { name: `n_${randomUUID().slice(0, 8)}`, nickname: "", remark: "", signals, dbcId, author: "" };
  return (await insertStrategy(world.database.db, owner.tenantId, content)) ?? "";
}

async function callAs(subject: Subject, endpoint: Endpoint, idOf: (kind: ResourceKind) => Promise<string>) {
  const kinds = kindsIn(endpoint);
  const ids = new Map<ResourceKind, string>();
  for (const kind of kinds) ids.set(kind, await idOf(kind));
  const device = ids.get("device");
  if (endpoint === startRecalls && device) await testCard(world.database.db, device, KNOWN_CARD_FILE);
  const input = sampleInput(endpoint, (kind) => ids.get(kind) ?? randomUUID());
  const answer = await world.call(subject === "anonymous" ? null : users[subject], {
    method: endpoint.method,
    url: sampleUrl("/api", endpoint, input),
    ...(input.body && { payload: input.body }),
    ...(input.body instanceof Buffer && { headers: { "content-type": "application/octet-stream" } }),
  });
  return { status: answer.statusCode, body: answer.body };
}

function kindsIn(endpoint: Endpoint): ResourceKind[] {
  const parts = [endpoint.params, endpoint.query, endpoint.body];
  return [...new Set(parts.flatMap((part) => Object.values(resourceFields(part))))];
}

/** Calls that read by POST, for tokens of scope read too. */
const READS_BY_POST = [
  "signals.readCurves",
  "signals.decodedTimeBar",
  "signals.listDecoded",
  "signals.readSamples",
  "signals.readStatistics",
  "signals.findSignals",
  "places.readFenceRegions",
  "places.tryFence",
  "tests.checkScript",
  "tests.runOnSample",
  "transfers.estimateDownload",
  "alarms.backTestRule",
  "firmware.previewRollout",
  "campaigns.preview",
  "push.previewPush",
  "files.tryInboxRules",
  "diagnosis.nameDtcs",
  "panels.checkPanelFile",
];
const isReading = ({ name, method }: Endpoint) => method === "GET" || READS_BY_POST.includes(name);

/** Calls that want a code, the password of the account, or what another call made before, which no sample has. */
const NEED_PROOF = [
  "accounts.changePassword",
  "accounts.changePhone",
  "accounts.changeEmail",
  "accounts.closeAccount",
  "flash.approve",
  "flash.start",
  "campaigns.approve",
  "accounts.confirmFactor",
  "accounts.bindWeixin",
  // An archive that was made, an account of FTP, a provider that answers.
  "accounts.exportOwnData",
  "files.setFtpQuota",
  "accounts.checkOidc",
];

/** Their samples are on all devices, which a sub-user's rule must not be. */
const OF_FLEET = ["alarms.createAlarmRule", "alarms.updateAlarmRule"];

/** Calls that a token limited to devices may make, since they ask for the level on each device that they touch. */
const OF_DEVICES = [
  "alarms.assignAlarmEvents",
  "alarms.cancelAlarmSearch",
  "alarms.changeAlarmEvents",
  "alarms.noteAlarmEvent",
  "alarms.startAlarmSearch",
  "files.cancelAnalysis",
  "files.copyToCloud",
  "files.deleteFiles",
  "files.deleteFileStorage",
  "files.startAnalysis",
  "transfers.cancelDownload",
  "transfers.cancelImport",
  "transfers.createDownloadLink",
  "transfers.deleteDownload",
  "transfers.deleteImport",
  "transfers.retryDownload",
  "transfers.startImport",
  "transfers.uploadImport",
];

const isNamingMore = ({ name }: Endpoint) =>
  OF_DEVICES.includes(name) && !["files.deleteFiles", "alarms.startAlarmSearch"].includes(name);

/** Nothing but reading what belongs to no device: none that a call names is the token's. */
function mayWithDevice({ name, access, sessionOnly }: Endpoint, reads: boolean): 403 | "yes" {
  if (sessionOnly || access.kind === "device" || access.kind === "manager" || access.kind === "system") return 403;
  if (access.kind === "tenant" && access.level === "write") return 403;
  return reads || OF_DEVICES.includes(name) ? "yes" : 403;
}

/** Said again here on purpose: the test must not ask the code it tests. */
function mayCall(subject: Subject, endpoint: Endpoint): 401 | 403 | "yes" {
  const { access, method } = endpoint;
  if (access.kind === "public") return "yes";
  if (subject === "anonymous") return 401;
  if (subject === "readToken" && (endpoint.sessionOnly || !isReading(endpoint))) return 403;
  if (subject === "deviceToken") return mayWithDevice(endpoint, isReading(endpoint));
  const isManager = ["manager", "readToken", "foreign", "system"].includes(subject);
  if (access.kind === "session") return "yes";
  if (access.kind === "manager") return isManager ? "yes" : 403;
  if (access.kind === "system") return subject === "system" ? "yes" : 403;
  const enough: Subject[] = access.level === "read" ? ["readable", "readWrite"] : ["readWrite"];
  expect(method).toBeDefined();
  return isManager || enough.includes(subject) ? "yes" : 403;
}

function isNamedDevice({ access, params, query, body }: Endpoint, kind: ResourceKind): boolean {
  if (access.kind !== "device") return false;
  const { field } = access;
  return [params, query, body].some((part) => resourceFields(part)[field] === kind);
}

const make = async (kind: ResourceKind, owner: TestUser) => (await makers[kind]?.(owner)) ?? randomUUID();

it("reads by POST where the declaration says so [USR-09]", () => {
  const declared = endpoints.filter(({ reads, method }) => reads && method !== "GET");
  expect(declared.map(({ name }) => name).sort()).toEqual([...READS_BY_POST].sort());
});

describe.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))("%s", (_name, endpoint) => {
  const kinds = kindsIn(endpoint);

  it.each(SUBJECTS)("answers %s as declared [USR-06]", async (subject) => {
    const self = subject === "anonymous" ? users.manager : users[subject];
    const own = await callAs(subject, endpoint, (kind) => make(kind, self));
    const verdict = mayCall(subject, endpoint);
    if (verdict !== "yes") {
      expect(own.status).toBe(verdict);
      return;
    }
    expect(own.status).not.toBe(401);
    expect(own.status).not.toBe(500);
    if (endpoint.access.kind === "public") return;
    // What it names is of other devices than the token's: refused, or not there.
    if (subject === "deviceToken" && isNamingMore(endpoint)) expect([403, 404]).toContain(own.status);
    else if (subject === "deviceToken") expect([200, 403, 404]).toContain(own.status);
    else if (NEED_PROOF.includes(endpoint.name)) expect([400, 409]).toContain(own.status);
    else if (subject === "readWrite" && OF_FLEET.includes(endpoint.name)) expect(own.status).toBe(403);
    else expect(own.status).toBe(200);
  });

  const foreignKinds = (subject: Subject) => kinds.filter((kind) => !(subject === "system" && OPERATED.includes(kind)));
  const isOpen = endpoint.access.kind === "public";
  // A token that may not make the call at all is told so, whatever it names.
  const isAsked = (subject: Subject) =>
    subject !== "deviceToken" && (subject !== "readToken" || mayCall(subject, endpoint) === "yes");
  it.each(SUBJECTS.filter((subject) => !isOpen && isAsked(subject) && foreignKinds(subject).length > 0))(
    "tells %s nothing of a foreign thing that it would not tell of an unknown one [USR-06]",
    async (subject) => {
      const self = subject === "anonymous" ? users.manager : users[subject];
      const stranger = subject === "foreign" ? users.manager : users.foreign;
      // One foreign id at a time, the others its own: no id may lean on another one's check.
      for (const kind of foreignKinds(subject)) {
        const foreign = await callAs(subject, endpoint, (k) => make(k, k === kind ? stranger : self));
        const unknown = await callAs(subject, endpoint, (k) =>
          k === kind ? Promise.resolve(randomUUID()) : make(k, self),
        );
        expect(foreign, `foreign ${kind}`).toEqual(unknown);
        if (mayCall(subject, endpoint) === "yes" && makers[kind]) expect(foreign.status).toBe(404);
        if (mayCall(subject, endpoint) === "yes" && kind === "tenant") expect(foreign.status).toBe(404);
        // A device of another tenant is unknown, also to a caller without the right on its own devices.
        if (isNamedDevice(endpoint, kind) && subject !== "anonymous") expect(foreign.status).toBe(404);
      }
    },
  );

  it.each(kinds.some((kind) => PERSONAL.includes(kind)) ? ["readWrite" as const] : [])(
    "keeps a sub-user from a colleague's own things, %s [USR-06]",
    async (subject) => {
      const answer = await callAs(subject, endpoint, (kind) => make(kind, colleague));
      expect([404, 501]).toContain(answer.status);
    },
  );
});
