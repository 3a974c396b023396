import { type CardFile, FILE_CONTENTS } from "@canopy/contract/device-link/files";
import { methods } from "@canopy/contract/device-link/methods";
import { commandErrors } from "@canopy/contract/devices/errors";
import { MAX_CARD_FILES } from "@canopy/contract/files/recalls";
import { platformErrors } from "@canopy/contract/platform/errors";
import { appendDeviceLog, completeDeviceLog } from "../../devices/device-log-store.ts";
import type { AskDevice, LinkOutcome } from "../../devices/link/device-link.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { type CardOwner, type ReadCard, storeCard } from "./card-store.ts";
import { linkOf } from "./recall-store.ts";

export interface CardServices {
  readonly db: Db;
  readonly ask: AskDevice;
  readonly now: () => number;
}

const PAGE = 100;
const ANSWER_MS = 10_000;
/** Below the time of a request. */
const ALL_MS = 45_000;

type Kind = Pick<CardFile, "content" | "channel">;
/** docs/device-protocol.md 3.3: these terminals are asked for each kind apart. */
const CANDTU_KINDS: readonly Kind[] = FILE_CONTENTS.flatMap((content): Kind[] =>
  content === "can" ? [0, 1].map((channel) => ({ content, channel })) : [{ content }],
);

/** FIL-02: the list of files from the terminal itself, written down with the moment. */
export async function readCard(services: CardServices, owner: CardOwner, userName: string): Promise<void> {
  const { db, now } = services;
  const link = await linkOf(db, owner);
  if (!link) throw new ApiError(platformErrors.notFound);
  const content = { method: "files.list" } as const;
  const logId = await appendDeviceLog(db, { ...owner, kind: "command", content, userName, atMs: now() });
  const end = (result: string) => completeDeviceLog(db, owner.tenantId, logId, { result });
  try {
    const card = await listOf(services, link.deviceId, link.dialect === "candtu" ? CANDTU_KINDS : [{}]);
    await storeCard(db, owner, { ...card, deviceId: link.deviceId, atMs: now() });
    await end("done");
  } catch (error) {
    await end(error instanceof ApiError && error.def === commandErrors.deviceOffline ? "offline" : "failed");
    throw error;
  }
}

type Listed = Omit<ReadCard, "deviceId" | "atMs">;

async function listOf(services: CardServices, deviceId: string, kinds: readonly Kind[]): Promise<Listed> {
  const files = new Map<string, CardFile>();
  const untilMs = services.now() + ALL_MS;
  let size: Pick<Listed, "totalMb" | "usedMb"> = { totalMb: null, usedMb: null };
  let isWhole = true;
  for (const kind of kinds) {
    for (let page = 1; ; page++) {
      const isOver = files.size >= MAX_CARD_FILES || services.now() > untilMs;
      if (isOver) isWhole = false;
      if (isOver) break;
      const answer = await askPage(services, deviceId, kind, page);
      for (const file of answer.files) files.set(file.name, { ...kind, ...file });
      size = { totalMb: answer.total_mb ?? size.totalMb, usedMb: answer.used_mb ?? size.usedMb };
      // A terminal without pages has answered with everything at once.
      if (answer.files.length !== PAGE || page * PAGE >= answer.total_size) break;
    }
  }
  return { files: [...files.values()].slice(0, MAX_CARD_FILES), isWhole, ...size };
}

async function askPage({ ask }: CardServices, deviceId: string, kind: Kind, page: number) {
  const params = { filter: "", ...kind, current_page: page, page_size: PAGE };
  const outcome = await ask(deviceId, { method: "files.list", params, timeoutMs: ANSWER_MS }).catch(
    (): LinkOutcome => ({ kind: "timeout" }),
  );
  if (outcome.kind === "offline") throw new ApiError(commandErrors.deviceOffline);
  if (outcome.kind === "timeout") throw new ApiError(commandErrors.responseTimeout);
  if (outcome.kind === "failed") {
    const { code, message } = outcome;
    if (code === "unknownMethod") throw new ApiError(commandErrors.commandUnknown);
    throw new ApiError(commandErrors.commandRefused, { values: { code, message } });
  }
  const read = methods["files.list"].result.safeParse(outcome.result);
  if (!read.success) throw new ApiError(commandErrors.badAnswer);
  return read.data;
}
