import { fieldErrors } from "@canopy/contract/accounts/errors";
import { newPassword, newUsername } from "@canopy/contract/accounts/rules";
import { createAccount, PLATFORM_TENANT } from "@canopy/server/accounts/create-account";
import { newFirstPassword } from "@canopy/server/accounts/create-tenant";
import { findSignInAccounts } from "@canopy/server/accounts/user-store";
import { readArguments } from "../arguments.ts";
import { type Command, type ExitCode, OK, UsageError } from "../command.ts";
import { onDatabase } from "../operator.ts";

const help = `canopy admin create [--name NAME]

Makes a system manager, who operates the platform. The password is read from CANOPY_ADMIN_PASSWORD, or made and printed.
`;

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, { name: { type: "string", default: "admin" } });
  if (positionals[0] !== "create") throw new UsageError("see canopy admin --help");
  if (!newUsername.safeParse(values.name).success) throw new UsageError(fieldErrors.newUsernameFormat.text.en);
  const given = process.env.CANOPY_ADMIN_PASSWORD;
  const password = given ?? newFirstPassword();
  if (!newPassword.safeParse(password).success) throw new UsageError(`CANOPY_ADMIN_PASSWORD: ${RULE}`);
  await onDatabase(async ({ db }) => {
    const taken = await findSignInAccounts(db, values.name);
    if (taken.length > 0) throw new UsageError(`${values.name}: ${fieldErrors.usernameExists.text.en}`);
    const tenant = { tenant: PLATFORM_TENANT, tenantKind: "platform" } as const;
    await createAccount(db, { ...tenant, name: values.name, password, role: "system" });
  });
  process.stdout.write(`${values.name} can sign in${given ? "" : ` with ${password}`}\n`);
  return OK;
}

const RULE = `${fieldErrors.passwordFormat.text.en}. ${fieldErrors.passwordWeak.text.en}`;

export const command: Command = { help, run };
