import { decideRegistration as decideCall, REVIEW_STATES, reviewDecision } from "@canopy/contract/accounts/reviews";
import { errorText } from "@canopy/contract/error-table";
import { decideRegistration } from "@canopy/server/accounts/registration/decide-registration";
import { listRegistrationRows } from "@canopy/server/accounts/registration/review-store";
import type { SendMessage } from "@canopy/server/accounts/registration/tell-applicant";
import { insertOutgoing } from "@canopy/server/messages/outbox-store";
import type { Db } from "@canopy/server/platform/postgres/schema";
import { type ExitCode, OK, UsageError } from "../command.ts";
import { onDatabase } from "../operator.ts";
import { logged } from "./logged.ts";
import { LISTED, printed } from "./printed.ts";

/** Who decides on everybody, whatever tenant it is of. */
const OPERATOR = { role: "system", tenantId: "" } as const;

export async function listRegistrations(state: string, keyword: string): Promise<ExitCode> {
  const known = REVIEW_STATES.find((each) => each === state);
  if (state !== "" && known === undefined) throw new UsageError(`--state: one of ${REVIEW_STATES.join(", ")}`);
  const asked = { current_page: 1, page_size: LISTED, keyword, state: known ?? ("" as const) };
  return printed((await onDatabase(({ db }) => listRegistrationRows(db, OPERATOR, asked))).list);
}

export async function decideOn(name: string, decision: "approve" | "refuse", reason: string): Promise<ExitCode> {
  const wanted = reviewDecision.safeParse({ decision, reason });
  if (!wanted.success) {
    const code = wanted.error.issues[0]?.message ?? "";
    throw new UsageError(`--reason: ${errorText(code, "en") ?? code}`);
  }
  await onDatabase(async ({ db }) => {
    // The server's worker sends it: the provider's secrets are the server's.
    const send: SendMessage = (message) => insertOutgoing(db, message, "waiting");
    const id = await applicationOf(db, name);
    const change = { operation: decideCall.name, objects: { tenant_id: id } };
    await logged(db, change, () => decideRegistration({ db, send }, OPERATOR, id, wanted.data));
  });
  process.stdout.write(`${name} was ${decision === "approve" ? "approved" : "refused"}\n`);
  return OK;
}

async function applicationOf(db: Db, name: string): Promise<string> {
  const asked = { current_page: 1, page_size: LISTED, keyword: name, state: "" } as const;
  const { list } = await listRegistrationRows(db, OPERATOR, asked);
  const found = list.find(({ user_name }) => user_name === name);
  if (!found) throw new UsageError(`nobody named ${name} has registered`);
  return found.id;
}
