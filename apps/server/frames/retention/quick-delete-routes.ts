import type { PackageContent } from "@canopy/contract/capacity/package";
import { createQuickDelete, quickDeletePreview } from "@canopy/contract/frames/deletion";
import { historyErrors } from "@canopy/contract/frames/errors";
import { platformErrors } from "@canopy/contract/platform/errors";
import { packageOf } from "../../capacity/package-store.ts";
import { type DeviceOfFamily, deviceFamily } from "../../devices/device-family.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { type Route, route } from "../../platform/http/route.ts";
import { asUnavailable } from "../as-unavailable.ts";
import { confirmPassword } from "./confirm-password.ts";
import type { DeletionServices } from "./deletion-routes.ts";
import { QUICK_DELETE } from "./quick-delete-job.ts";

/** DAT-05: only devices that the package lists, by type and ID; an entry without a type is of any. */
function isListed(content: PackageContent, { infoModelId, deviceId }: DeviceOfFamily): boolean {
  return content.quick_delete_things_list.some(
    ({ info_model_id, third_things_id }) =>
      third_things_id === deviceId && (info_model_id === "" || info_model_id === infoModelId),
  );
}

export function quickDeleteRoutes(services: DeletionServices): Route[] {
  const { db, frames, pins, jobs } = services;
  const familyOf = async (tenantId: string, thingsId: string) => {
    const [device, ...children] = await deviceFamily(db, tenantId, thingsId);
    if (!device) throw new ApiError(platformErrors.notFound);
    return { device, children };
  };
  return [
    route(quickDeletePreview, async ({ caller: { tenantId }, params }) => {
      const { device, children } = await familyOf(tenantId, params.things_id);
      const bindings = [device, ...children].map(({ bindingNumber }) => bindingNumber);
      const [days, pinned] = await asUnavailable(() =>
        Promise.all([
          Promise.all(bindings.map((binding) => frames.usage.daysOf(binding))),
          Promise.all(bindings.map((binding) => pins.of(binding))),
        ]),
      );
      return {
        is_listed: isListed(await packageOf(db, tenantId), device),
        children: children.length,
        frames: days.flat().reduce((sum, day) => sum + day.frames, 0),
        bytes: days.flat().reduce((sum, day) => sum + day.bytes, 0),
        pinned_windows: pinned.flat().length,
      };
    }),
    route(createQuickDelete, async (context) => {
      const { caller, body } = context;
      const { tenantId, userId } = caller;
      const { device, children } = await familyOf(tenantId, body.things_id);
      await confirmPassword(services, context, body.password);
      if (!isListed(await packageOf(db, tenantId), device)) throw new ApiError(historyErrors.notQuickDeletable);
      const devices = [device, ...children].map(({ thingsId, bindingNumber }) => ({ thingsId, bindingNumber }));
      const input = { devices, includePinned: body.include_pinned };
      return { id: await jobs.enqueue(QUICK_DELETE, { tenantId, userId, input }) };
    }),
  ];
}
