import { fileErrors } from "@canopy/contract/files/errors";
import { MAX_LEDGER_DAYS, readGaps } from "@canopy/contract/files/gaps";
import { platformErrors } from "@canopy/contract/platform/errors";
import { asUnavailable } from "../../frames/as-unavailable.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { type Route, route } from "../../platform/http/route.ts";
import { type LedgerServices, readLedger } from "./read-ledger.ts";

const DAY_MS = 86_400_000;

/** DAT-10 */
export function ledgerRoutes(services: LedgerServices): Route[] {
  return [
    route(readGaps, async ({ caller, params, query }) => {
      const { start_time: fromMs, end_time: toMs } = query;
      if (toMs <= fromMs || toMs - fromMs > MAX_LEDGER_DAYS * DAY_MS)
        throw new ApiError(fileErrors.ledgerRange, { values: { days: MAX_LEDGER_DAYS } });
      const owner = { tenantId: caller.tenantId, thingsId: params.things_id };
      const data = await asUnavailable(() => readLedger(services, owner, { fromMs, toMs }));
      if (!data) throw new ApiError(platformErrors.notFound);
      return { data };
    }),
  ];
}
