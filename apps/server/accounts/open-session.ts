import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "../platform/http/api-error.ts";
import type { RequestContext } from "../platform/http/route.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { hashToken, newToken } from "./secrets.ts";
import { insertSession } from "./session-store.ts";
import type { User } from "./user-store.ts";

export interface OpenedSession {
  token: string;
  ujwt: string;
  session_id: string;
}

/** A session with the rights its user has now (USR-04); of one that another session opened with the id of that. */
export async function openSession(
  db: Db,
  user: Pick<User, "id" | "tenantId" | "role" | "tenantLevel">,
  from: Pick<RequestContext, "address" | "agent">,
  remember: boolean,
  parentId?: string,
): Promise<OpenedSession> {
  const token = newToken();
  const ujwt = newToken();
  const session_id = await insertSession(db, {
    tenantId: user.tenantId,
    userId: user.id,
    tokenHash: hashToken(token),
    ujwtHash: hashToken(ujwt),
    role: user.role,
    tenantLevel: user.tenantLevel,
    remember,
    address: from.address,
    agent: from.agent,
    parentId,
  });
  if (session_id === undefined) throw new ApiError(platformErrors.unauthenticated);
  return { token, ujwt, session_id };
}
