import type { ReadBatch } from "../dialects/dialect.ts";
import type { OpenConnection } from "./gateway-parts.ts";
import { REASON, type Reason } from "./mqtt-reasons.ts";

/** The reason code of PUBACK; `unsaid`: refused, and the terminal could not be notified. */
export type Delivered = Reason | "unsaid";

/** A frame in memory: its columns, without its bytes. */
const FRAME_BYTES = 26;
/** Objects of a batch on its way to the store, beside its frames (4.9 KB measured): most of what a batch of one frame takes. */
const BATCH_BYTES = 4096;

/** Hands a batch to ingest, whose result decides the PUBACK (DAT-08). */
export async function takeBatch(
  connection: OpenConnection,
  batch: ReadBatch,
  receivedAtMs: number,
): Promise<Delivered> {
  const { parts, open } = connection;
  const { bindingNumber, deviceId, tenantId } = open.device;
  const { raw, frames } = batch;
  const bytes = BATCH_BYTES + (raw?.length ?? 0) + frames.timeUs.length * FRAME_BYTES + frames.data.length;
  const budget = parts.budgetOf(bindingNumber);
  parts.counters.batches++;
  budget.add(bytes);
  try {
    const result = await parts.ingest({ bindingNumber, deviceId, tenantId, receivedAtMs, ...batch });
    if (result.kind === "stored") return REASON.success;
    return notifyRefusal(connection, batch, result.reason);
  } finally {
    budget.release(bytes);
  }
}

/**
 * CAP-05: the PUBACK follows the notice, so that a terminal never forgets a batch that was not kept. One that does not
 * listen loses its connection instead, and still has the batch; MQTT 5 says it in the PUBACK too.
 */
function notifyRefusal(connection: OpenConnection, { epoch, sequence }: ReadBatch, reason: string): Delivered {
  connection.parts.counters.refusedBatches++;
  const isTold = connection.notify("storage.full", { epoch, sequence, reason });
  if (isTold || connection.open.version === 5 || !connection.open.session.knowsRefusals) return REASON.quotaExceeded;
  return "unsaid";
}
