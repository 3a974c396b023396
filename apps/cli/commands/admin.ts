import { fieldErrors } from "@canopy/contract/accounts/errors";
import { newPassword, newUsername } from "@canopy/contract/accounts/rules";
import { createAccount } from "@canopy/server/accounts/create-account";
import { newFirstPassword } from "@canopy/server/accounts/create-tenant";
import { platformTenantName } from "@canopy/server/accounts/tenant-store";
import { findSignInAccounts } from "@canopy/server/accounts/user-store";
import { announce, listAnnouncements, withdraw } from "../admin/announcements.ts";
import { logged } from "../admin/logged.ts";
import { tenantPackage } from "../admin/packages.ts";
import { decideOn, listRegistrations } from "../admin/registrations.ts";
import { answer, listCapacityRequests } from "../admin/requests.ts";
import { readArguments } from "../arguments.ts";
import { type Command, type ExitCode, OK, UsageError } from "../command.ts";
import { onDatabase } from "../operator.ts";

const help = `canopy admin create [--name NAME]
canopy admin registrations [--state review|active|refused] [--name PART]
canopy admin approve USER
canopy admin refuse USER --reason TEXT
canopy admin package TENANT [LIMIT=NUMBER|none …]
canopy admin requests [--name PART]
canopy admin grant REQUEST [--amount NUMBER] [--text TEXT]
canopy admin deny REQUEST [--text TEXT]
canopy admin announcements
canopy admin announce --title-zh T --title-en T --text-zh T --text-en T [--from TIME] [--until TIME] [--tenant NAME …]
canopy admin withdraw ANNOUNCEMENT

What the system console does, on the server's machine. create makes a system manager; its password is read from
CANOPY_ADMIN_PASSWORD, or made and printed. Lists print one JSON line each. Who registered is told of the decision, a
tenant of the answer to its capacity request. Tenants, outbox: canopy tenant, canopy outbox.
`;

const NO_NAMES: string[] = [];

const OPTIONS = {
  name: { type: "string", default: "" },
  state: { type: "string", default: "" },
  reason: { type: "string", default: "" },
  amount: { type: "string", default: "" },
  text: { type: "string", default: "" },
  "title-zh": { type: "string", default: "" },
  "title-en": { type: "string", default: "" },
  "text-zh": { type: "string", default: "" },
  "text-en": { type: "string", default: "" },
  from: { type: "string", default: "" },
  until: { type: "string", default: "" },
  tenant: { type: "string", multiple: true, default: NO_NAMES },
} as const;

const readAdmin = (args: readonly string[]) => readArguments(args, OPTIONS);
type Values = ReturnType<typeof readAdmin>["values"];

/** Each with the number of names it takes: none, one, or one and more. */
const ACTIONS: Record<string, { names: 0 | 1 | "some"; run(values: Values, names: string[]): Promise<ExitCode> }> = {
  create: { names: 0, run: ({ name }) => create(name || "admin") },
  registrations: { names: 0, run: ({ state, name }) => listRegistrations(state, name) },
  approve: { names: 1, run: (_, [user = ""]) => decideOn(user, "approve", "") },
  refuse: { names: 1, run: ({ reason }, [user = ""]) => decideOn(user, "refuse", reason) },
  package: { names: "some", run: (_, [tenant = "", ...limits]) => tenantPackage(tenant, limits) },
  requests: { names: 0, run: ({ name }) => listCapacityRequests(name) },
  grant: { names: 1, run: (values, [id = ""]) => answer(id, "granted", values) },
  deny: { names: 1, run: ({ text }, [id = ""]) => answer(id, "refused", { amount: "", text }) },
  announcements: { names: 0, run: () => listAnnouncements() },
  announce: { names: 0, run: (values) => announce(values) },
  withdraw: { names: 1, run: (_, [id = ""]) => withdraw(id) },
};

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readAdmin(args);
  const [name = "", ...names] = positionals;
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  const fits = action?.names === "some" ? names.length > 0 : action?.names === names.length;
  if (action === undefined || !fits) throw new UsageError("see canopy admin --help");
  return action.run(values, names);
}

async function create(name: string): Promise<ExitCode> {
  if (!newUsername.safeParse(name).success) throw new UsageError(fieldErrors.newUsernameFormat.text.en);
  const given = process.env.CANOPY_ADMIN_PASSWORD;
  const password = given ?? newFirstPassword();
  if (!newPassword.safeParse(password).success) throw new UsageError(`CANOPY_ADMIN_PASSWORD: ${RULE}`);
  await onDatabase(async ({ db }) => {
    const taken = await findSignInAccounts(db, name);
    if (taken.length > 0) throw new UsageError(`${name}: ${fieldErrors.usernameExists.text.en}`);
    const tenant = { tenant: await platformTenantName(db), tenantKind: "platform" } as const;
    const change = { operation: "accounts.createSystemManager", objects: { name } };
    const account = { ...tenant, name, password, role: "system" } as const;
    await logged(db, change, () => createAccount(db, account));
  });
  process.stdout.write(`${name} can sign in${given ? "" : ` with ${password}`}\n`);
  return OK;
}

const RULE = `${fieldErrors.passwordFormat.text.en}. ${fieldErrors.passwordWeak.text.en}`;

export const command: Command = { help, run };
