import { LIMIT_TEXTS } from "@canopy/contract/capacity/limit-names";
import { REQUEST_NOTICES } from "@canopy/contract/capacity/notices";
import type { LimitName } from "@canopy/contract/capacity/package";
import { capacityErrors } from "@canopy/contract/capacity/requests";
import { platformErrors } from "@canopy/contract/platform/errors";
import { fill, type Text } from "@canopy/contract/platform/language";
import { ApiError } from "../platform/http/api-error.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { changePackage } from "./package-store.ts";
import { answerRequest, hasRequest } from "./request-store.ts";

export interface CapacityNotice {
  readonly title: Text;
  readonly content: Text;
  readonly link: string;
}

interface AnswerServices {
  readonly db: Db;
  tellManagers(tenantId: string, notice: CapacityNotice): Promise<void>;
}

type Answer = Parameters<typeof answerRequest>[2];

/** NAV-16, CAP-01: a granted request sets its limit, and the tenant's managers hear of it. */
export async function answerCapacity(services: AnswerServices, id: string, answer: Answer): Promise<void> {
  const done = await giveAnswer(services.db, id, answer);
  const values = { amount: done.amount, answer: answer.answer };
  const notice = capacityNotice(answer.state, done.quota, values, "/Container/HomePage#capacity-data");
  await services.tellManagers(done.tenantId, notice);
}

/** The package follows in the same transaction. */
async function giveAnswer(db: Db, id: string, answer: Answer) {
  return db.transaction().execute(async (transaction) => {
    const done = await answerRequest(transaction, id, answer);
    if (done === undefined) {
      throw new ApiError(
        (await hasRequest(transaction, id)) ? capacityErrors.requestAnswered : platformErrors.notFound,
      );
    }
    if (answer.state === "granted") await changePackage(transaction, done.tenantId, { [done.quota]: done.amount });
    return done;
  });
}

export function capacityNotice(
  kind: keyof typeof REQUEST_NOTICES,
  quota: LimitName,
  values: Record<string, string | number>,
  link: string,
): CapacityNotice {
  const { title, content } = REQUEST_NOTICES[kind];
  const inWords = (text: Text): Text => ({
    zh: fill(text.zh, { ...values, quota: LIMIT_TEXTS[quota].zh }),
    en: fill(text.en, { ...values, quota: LIMIT_TEXTS[quota].en }),
  });
  return { title: inWords(title), content: inWords(content), link };
}
