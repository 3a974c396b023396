import { userSelf } from "@canopy/contract/accounts/self";
import { deleteSession } from "@canopy/contract/accounts/sessions";
import type { Reply } from "@canopy/contract/platform/endpoint";
import { CallError } from "@canopy/contract/platform/http-call";
import { type Session, sessionStore } from "../../accounts/session.ts";
import { apiAs } from "../../platform/api.ts";
import { createStore } from "../../platform/kept.ts";

/** Whose session stands here, whose would take its place, while the page asks. */
export interface ArrivalQuestion {
  readonly own: string;
  readonly other: string;
  answer(isSwitch: boolean): void;
}
export const arrivalQuestion = createStore<ArrivalQuestion | null>(null);

type User = Reply<typeof userSelf>;

/**
 * ACC-21: anybody can make a link that signs in to the maker's account, and what a person does there is the maker's. So
 * a session of another user is replaced only when the person says so; false: the new one has ended again.
 */
export async function mayArrive(arrived: Session): Promise<boolean> {
  const own = sessionStore.get();
  const now = own && (await userOf(own));
  if (!now) return true;
  const other = await userOf(arrived);
  if (!other || now.id === other.id) return true;
  if (await ask(accountOf(now), accountOf(other))) return true;
  const params = { session_id: arrived.sessionId };
  await apiAs(arrived.token)(deleteSession, { params }).catch((problem: unknown) =>
    console.warn("a session that nobody wanted was not ended", problem),
  );
  return false;
}

/** Undefined: the session has ended. */
async function userOf({ token }: Session): Promise<User | undefined> {
  return apiAs(token)(userSelf, {}).catch((problem: unknown) => {
    if (problem instanceof CallError && problem.status === 401) return undefined;
    throw problem;
  });
}

/** By what nobody chooses alone: a nickname could be anybody's. */
const accountOf = ({ name, tenantInfo }: User) => (name === tenantInfo.name ? name : `${name} · ${tenantInfo.name}`);

function ask(own: string, other: string): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (isSwitch: boolean) => {
      arrivalQuestion.set(null);
      resolve(isSwitch);
    };
    arrivalQuestion.set({ own, other, answer });
  });
}
