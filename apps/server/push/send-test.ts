import { randomUUID } from "node:crypto";
import { platformErrors } from "@canopy/contract/platform/errors";
import { pushErrors } from "@canopy/contract/push/errors";
import type { TestedPush, testPush } from "@canopy/contract/push/rules";
import type { z } from "zod";
import { asDeliveryProblem, requireSuccess } from "../messages/delivery-problem.ts";
import { postSigned } from "../messages/signed-post.ts";
import { ApiError } from "../platform/http/api-error.ts";
import { insertTest } from "./delivery-store.ts";
import { checkDraft } from "./keep-push-rule.ts";
import { type PreviewServices, renderPush } from "./preview-push.ts";
import { openSecret, secretOf } from "./push-rule-store.ts";

export interface TestServices extends PreviewServices {
  /** Of the installation. */
  readonly secret: string;
  readonly privateTargets: boolean;
}

type PushTest = z.output<typeof testPush.body>;

/** Sends the preview at once. A repetition is another message: tests are not left out as known. */
export async function sendTest(services: TestServices, tenantId: string, test: PushTest): Promise<TestedPush> {
  const { db, now } = services;
  const secret = await signingSecret(services, tenantId, test);
  await checkDraft(db, tenantId, test);
  const { delivery } = await renderPush(services, tenantId, test, test.rule_id);
  const id = randomUUID();
  const beganMs = now();
  const outcome = await post(services, { url: test.url, secret, id, body: delivery.body });
  if (test.rule_id !== undefined)
    await insertTest(db, { tenantId, ruleId: test.rule_id, ...outcome }, { ...delivery, messageId: id }, id);
  return { result: outcome.problem === null ? "sent" : "failed", ...outcome, took_ms: now() - beganMs };
}

async function post(
  { privateTargets, now }: TestServices,
  { url, ...what }: { url: string; secret: string | undefined; id: string; body: string },
): Promise<{ status: number | null; problem: string | null }> {
  try {
    const how = { nowMs: now(), mayBePrivate: privateTargets };
    const answer = await postSigned({ url: new URL(url), ...what, ...how });
    requireSuccess(answer);
    return { status: answer.status, problem: null };
  } catch (error) {
    const { status = null, message } = asDeliveryProblem(error);
    return { status, problem: message };
  }
}

/** One that was typed, or that the saved rule has. */
async function signingSecret(
  { db, secret: installation }: TestServices,
  tenantId: string,
  { secret, rule_id }: PushTest,
): Promise<string | undefined> {
  const sealed = rule_id === undefined ? undefined : await secretOf(db, tenantId, rule_id);
  if (rule_id !== undefined && sealed === undefined) throw new ApiError(platformErrors.notFound, { field: "rule_id" });
  if (secret !== undefined || sealed === undefined) return secret;
  const opened = openSecret(installation, sealed);
  if (opened === undefined) throw new ApiError(pushErrors.secretLost, { field: "secret" });
  return opened;
}
