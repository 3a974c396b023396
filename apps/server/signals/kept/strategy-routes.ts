import { signalAnswers } from "@canopy/contract/signals/answers";
import { createStrategy, deleteStrategy, listStrategies, updateStrategy } from "@canopy/contract/signals/strategies";
import { type Route, route } from "../../platform/http/route.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { changeStrategy, dropStrategy, makeStrategy } from "./keep-strategy.ts";
import { strategiesOf } from "./strategy-store.ts";

/** DBC-02 */
export function strategyRoutes(db: Db): Route[] {
  return [
    route(listStrategies, async ({ caller: { tenantId }, query }) => {
      const { current_page, page_size, ...filter } = query;
      const wanted = { ...filter, limit: page_size, offset: (current_page - 1) * page_size };
      const { list, total } = await strategiesOf(db, tenantId, wanted);
      return { list, pagination: { current_page, page_size, total_size: total } };
    }),
    route(createStrategy, async ({ caller, body }) => ({ data: await makeStrategy(db, caller, body) })),
    route(updateStrategy, async ({ caller: { tenantId }, params, body }) => ({
      data: await changeStrategy(db, tenantId, params.strategy_id, body),
    })),
    route(deleteStrategy, async ({ caller: { tenantId }, params, language }) => {
      await dropStrategy(db, tenantId, params.strategy_id, language);
      return { message: signalAnswers.strategyDeleted[language] };
    }),
  ];
}
