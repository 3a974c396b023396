import { z } from "zod";
import { eraseTenantRows } from "../../accounts/erase-tenant-store.ts";
import { bindingsOfTenant } from "../../devices/binding-store.ts";
import { defineJob, type JobDefinition } from "../../platform/jobs/job-definition.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { deleteReports } from "../reports/device-report-store.ts";
import type { FrameStore } from "../store/frame-store.ts";
import type { PointStore } from "../store/points/points.ts";

/** Longer than an export of the lake may take, whose end is waited for. */
const SEVEN_HOURS_MS = 7 * 3_600_000;

const input = z.object({ erasedTenantId: z.string() });
type EraseInput = z.output<typeof input>;

export const ERASE_TENANT = { kind: "frames.eraseTenant", input };

/** Files of a tenant that a domain above keeps, while its rows are still there. */
export type EraseFiles = (tenantId: string, signal: AbortSignal) => Promise<void>;

interface ErasingParts {
  readonly db: Db;
  readonly frames: Pick<FrameStore, "removal">;
  readonly points: Pick<PointStore, "drop">;
  readonly eraseFiles: readonly EraseFiles[];
}

/** Frames, points, reports, files, then rows: what a run that ended early left, the next one takes. */
export function eraseTenantJob(parts: ErasingParts): JobDefinition<EraseInput> {
  return defineJob(ERASE_TENANT.kind, {
    input,
    timeoutMs: SEVEN_HOURS_MS,
    handler: async ({ input: { erasedTenantId }, progress, signal }) => {
      const { db, frames, points } = parts;
      const bindings = await bindingsOfTenant(db, erasedTenantId);
      for (const [i, { bindingNumber }] of bindings.entries()) {
        signal.throwIfAborted();
        await progress((0.8 * i) / bindings.length, "frames");
        await frames.removal.drop(bindingNumber);
        await points.drop(bindingNumber);
        await deleteReports(db, bindingNumber);
      }
      await progress(0.8, "files");
      for (const erase of parts.eraseFiles) await erase(erasedTenantId, signal);
      await progress(0.9, "rows");
      return { devices: bindings.length, rows: await eraseTenantRows(db, erasedTenantId) };
    },
  });
}
