import { FLASH_ASKED } from "@canopy/contract/diagnosis/flashing/answers";
import type { FlashRunRow } from "@canopy/contract/diagnosis/flashing/runs";
import { REMINDER } from "@canopy/contract/messages/messages";
import { fill } from "@canopy/contract/platform/language";
import { listManagers } from "../../accounts/user-store.ts";
import type { NewUserMessage, Recipient } from "../../messages/user-message-store.ts";
import type { Caller } from "../../platform/http/caller.ts";
import type { Db } from "../../platform/postgres/schema.ts";

interface Telling {
  readonly db: Db;
  messageUsers(to: readonly Recipient[], message: NewUserMessage): Promise<void>;
}

/** Managers other than who asks: each may approve. */
export async function tellApprovers({ db, messageUsers }: Telling, caller: Caller, run: FlashRunRow): Promise<void> {
  const others = (await listManagers(db, caller.tenantId)).filter(({ userId }) => userId !== caller.userId);
  const values = { user: caller.userName, ecu: run.ecu_name, version: run.software_to, vin: run.vin };
  const { title, content } = FLASH_ASKED;
  await messageUsers(others, {
    title,
    content: { zh: fill(content.zh, values), en: fill(content.en, values) },
    type: "system",
    reminderMode: REMINDER.icon,
    link: `/Container/DeviceDetails?id=${run.things_id}&tab=ecu&run=${run.run_id}`,
  });
}
