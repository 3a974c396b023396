import { TOKEN_SCOPES } from "@canopy/contract/accounts/access-tokens";
import { makeAccessToken } from "@canopy/server/accounts/access-tokens";
import { findSignInAccounts } from "@canopy/server/accounts/user-store";
import { readArguments } from "../arguments.ts";
import { type Command, type ExitCode, OK, UsageError } from "../command.ts";
import { asUsageError, onDatabase } from "../operator.ts";

const help = `canopy token create --user NAME --scope read|read-write [--name NAME] [--days N]

Makes an API token for a user (a sub-user as sub@primary) and prints it once, on standard output.
`;

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    user: { type: "string" },
    scope: { type: "string" },
    name: { type: "string" },
    days: { type: "string", default: "90" },
  });
  const scope = TOKEN_SCOPES.find((known) => known === values.scope);
  const days = Number(values.days);
  if (positionals[0] !== "create" || !values.user || !scope || !Number.isInteger(days) || days < 1) {
    throw new UsageError("see canopy token --help");
  }
  const { user } = values;
  const name = values.name ?? `cli ${new Date().toISOString()}`;
  const token = await onDatabase(async ({ db }) => {
    const [account, second] = await findSignInAccounts(db, user);
    if (!account || second) throw new UsageError(`no user signs in as ${user}`);
    const { tenantId, id: userId } = account;
    const made = makeAccessToken(db, { tenantId, userId, name, scope, devices: null, expiresDays: days });
    return (await made.catch(asUsageError)).token;
  });
  process.stdout.write(`${token}\n`);
  return OK;
}

export const command: Command = { help, run };
