import { LARGEST_LIMIT } from "@canopy/contract/capacity/package";
import { answerCapacityRequest, REASON_MAX } from "@canopy/contract/capacity/requests";
import { answerCapacity } from "@canopy/server/capacity/answer-request";
import { listAllRequests } from "@canopy/server/capacity/request-store";
import { openBus } from "@canopy/server/platform/bus/open-bus";
import { createLog } from "@canopy/server/platform/log";
import { requestServices } from "@canopy/server/request-services";
import { type ExitCode, OK, UsageError } from "../command.ts";
import { onDatabase, operatorConfig } from "../operator.ts";
import { logged } from "./logged.ts";
import { LISTED, printed } from "./printed.ts";

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export async function listCapacityRequests(keyword: string): Promise<ExitCode> {
  const asked = { current_page: 1, page_size: LISTED, keyword };
  return printed((await onDatabase(({ db }) => listAllRequests(db, asked))).list);
}

export async function answer(
  id: string,
  state: "granted" | "refused",
  given: { amount: string; text: string },
): Promise<ExitCode> {
  if (!ID.test(id)) throw new UsageError(`${id} is no id of a request; canopy admin requests lists them`);
  if (given.text.length > REASON_MAX) throw new UsageError(`--text: at most ${REASON_MAX} characters`);
  const amount = given.amount === "" ? undefined : amountOf(given.amount);
  const bus = await openBus(operatorConfig(), createLog("error"));
  try {
    const change = { operation: answerCapacityRequest.name, objects: { request_id: id } };
    await onDatabase(({ db }) =>
      logged(db, change, () => answerCapacity(requestServices({ db, bus }), id, { state, amount, answer: given.text })),
    );
  } finally {
    await bus.close();
  }
  process.stdout.write(`the request was ${state}\n`);
  return OK;
}

function amountOf(text: string): number {
  const amount = Number(text);
  if (!(amount > 0 && amount <= LARGEST_LIMIT)) throw new UsageError("--amount: a number above 0");
  return amount;
}
