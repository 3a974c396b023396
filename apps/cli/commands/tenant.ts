import { newTenant } from "@canopy/contract/accounts/operating";
import { errorText } from "@canopy/contract/error-table";
import { createTenant } from "@canopy/server/accounts/create-tenant";
import {
  endTenantSessions,
  findTenantByName,
  listAllTenants,
  setTenantState,
} from "@canopy/server/accounts/tenant-store";
import { logged } from "../admin/logged.ts";
import { readArguments } from "../arguments.ts";
import { type Command, type ExitCode, OK, UsageError } from "../command.ts";
import { onDatabase } from "../operator.ts";

const help = `canopy tenant create --name TENANT --owner USER [--merchant] [--phone PHONE]
canopy tenant list [--name PART]
canopy tenant close TENANT
canopy tenant open TENANT

Makes a tenant with its owner, whose password is printed once; lists tenants, one JSON line each; closes one, so that
neither its users nor its devices come in, and opens it again: its users sign in anew, its API tokens work again.
Registrations are decided by canopy admin.
`;

const OPTIONS = {
  name: { type: "string", default: "" },
  owner: { type: "string", default: "" },
  phone: { type: "string", default: "" },
  merchant: { type: "boolean", default: false },
} as const;

/** As many as one looks through. */
const LISTED = 500;

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, OPTIONS);
  const [action, tenant = "", ...rest] = positionals;
  const isNamed = tenant !== "" && rest.length === 0;
  if (action === "create" && tenant === "") return create(values);
  if (action === "list" && tenant === "") return list(values.name);
  if (action === "close" && isNamed) return setState(tenant, "closed");
  if (action === "open" && isNamed) return setState(tenant, "active");
  throw new UsageError("see canopy tenant --help");
}

async function create({ name, owner, phone, merchant }: TenantArguments): Promise<ExitCode> {
  const wanted = newTenant.safeParse({ name, tenant_type: merchant ? 1 : 0, owner_name: owner, owner_phone: phone });
  if (!wanted.success) throw new UsageError(explained(wanted.error.issues[0]));
  const kind = merchant ? "merchant" : "owner";
  const change = { operation: "accounts.createTenant", objects: { name } };
  const { password } = await onDatabase(({ db }) =>
    logged(db, change, () => createTenant(db, { name: wanted.data.name, kind, owner, phone })),
  );
  process.stdout.write(`${owner} of ${wanted.data.name} can sign in with ${password}\n`);
  return OK;
}

interface TenantArguments {
  name: string;
  owner: string;
  phone: string;
  merchant: boolean;
}

function explained(issue: { path: PropertyKey[]; message: string } | undefined): string {
  if (issue === undefined) return "see canopy tenant --help";
  const option = String(issue.path[0]).replace("owner_name", "owner").replace("owner_phone", "phone");
  return `--${option}: ${errorText(issue.message, "en") ?? issue.message}`;
}

async function list(keyword: string): Promise<ExitCode> {
  const page = { current_page: 1, page_size: LISTED, keyword };
  const { list: tenants } = await onDatabase(({ db }) => listAllTenants(db, page));
  for (const tenant of tenants) process.stdout.write(`${JSON.stringify(tenant)}\n`);
  return OK;
}

async function setState(name: string, state: "active" | "closed"): Promise<ExitCode> {
  await onDatabase(async ({ db }) => {
    const id = await findTenantByName(db, name);
    const change = { operation: "accounts.setTenantState", objects: { tenant_id: id } };
    if (!id) throw new UsageError(`no tenant is named ${name}`);
    await logged(db, change, async () => {
      await setTenantState(db, id, state);
      if (state === "closed") await endTenantSessions(db, id);
    });
  });
  process.stdout.write(`${name} is ${state}\n`);
  return OK;
}

export const command: Command = { help, run };
