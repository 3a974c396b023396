import { createHmac, timingSafeEqual } from "node:crypto";
import { takeVoiceReport } from "@canopy/contract/messages/voice-reports";
import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "../platform/http/api-error.ts";
import { publicRoute, type Route } from "../platform/http/route.ts";
import type { Db } from "../platform/postgres/schema.ts";
import type { Providers } from "./find-providers.ts";
import { type CallReport, keepReport } from "./outbox-store.ts";

interface ReportServices {
  readonly db: Db;
  readonly secret: string;
  readonly providers: Providers;
}

/** The reports have no signature: who knows the address may report. */
const tokenOf = (secret: string): string => createHmac("sha256", secret).update("voice reports").digest("base64url");

/** Null: a provider that is asked, or that never says. */
export const reportPath = (secret: string, channel: string, kind: string | undefined): string | null =>
  channel === "voice" && kind === "tencent" ? `/api/voice-reports/${tokenOf(secret)}` : null;

const RESULT: Readonly<Record<string, CallReport>> = {
  0: { state: "delivered" },
  1: { state: "undelivered", problem: "1: not answered" },
  2: { state: "undelivered", problem: "2: call failed" },
};

/** TRG-06 */
export function voiceReportRoutes({ db, secret, providers }: ReportServices): Route[] {
  return [
    publicRoute(takeVoiceReport, async ({ params, body }) => {
      const settings = await providers.settings("voice");
      if (settings?.kind !== "tencent" || !isSame(params.token, tokenOf(secret)))
        throw new ApiError(platformErrors.notFound);
      const { voiceprompt_callback: call, voice_failure_callback: failure } = body;
      const delivery = call && RESULT[call.result];
      if (call && delivery) await keepReport(db, call.callid, delivery);
      if (failure) {
        const reason = `${failure.failure_code}: ${failure.failure_reason}`;
        await keepReport(db, failure.callid, { state: "undelivered", reason });
      }
      return { result: 0 as const, errmsg: "OK" as const };
    }),
  ];
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
