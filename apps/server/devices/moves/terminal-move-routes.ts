import { deviceAnswers } from "@canopy/contract/devices/answers";
import {
  acceptTransfer,
  cancelTransfer,
  declineTransfer,
  getTransfer,
  listTransfers,
  offerTransfer,
  swapTerminal,
} from "@canopy/contract/devices/terminal-moves";
import type { Thing } from "@canopy/contract/devices/thing";
import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { DeviceServices } from "../device-services.ts";
import { findDevice } from "../find-device.ts";
import { findThing } from "../fleet/thing-list-store.ts";
import { swapTerminal as swap } from "./swap-terminal.ts";
import { acceptDevice, offerDevice } from "./transfer-device.ts";
import { consumeOffer, findOffer, listOffersTo, removeOffer } from "./transfer-store.ts";

export function terminalMoveRoutes(services: DeviceServices, now: () => number): Route[] {
  const { db } = services;
  const dataOf = async (caller: Caller, thingsId: string): Promise<Thing> => {
    const found = await findThing(db, caller, thingsId);
    if (!found) throw new ApiError(platformErrors.notFound);
    return found;
  };
  const requireOwn = async ({ tenantId }: Caller, thingsId: string) => {
    if (!(await findDevice(db, tenantId, thingsId))) throw new ApiError(platformErrors.notFound);
  };
  return [
    route(swapTerminal, async ({ caller, params, body }) => {
      const { key, formerId } = await swap(services, caller, params.things_id, body.third_things_id, now());
      return { data: await dataOf(caller, params.things_id), licence_key: key, former_id: formerId };
    }),
    route(offerTransfer, async ({ caller, params, body }) => ({
      data: await offerDevice(services, caller, params.things_id, body.receiver),
    })),
    route(getTransfer, async ({ caller, params }) => {
      await requireOwn(caller, params.things_id);
      return { data: (await findOffer(db, caller.tenantId, params.things_id)) ?? null };
    }),
    route(cancelTransfer, async ({ caller, params, language }) => {
      await requireOwn(caller, params.things_id);
      await removeOffer(db, caller.tenantId, params.things_id);
      return { message: deviceAnswers.transferWithdrawn[language] };
    }),
    route(listTransfers, async ({ caller }) => ({ list: await listOffersTo(db, caller.tenantId) })),
    route(acceptTransfer, async ({ caller, params, body }) => {
      const { thingsId, key } = await acceptDevice(services, caller, params.transfer_id, body.name, now());
      return { data: await dataOf(caller, thingsId), licence_key: key };
    }),
    route(declineTransfer, async ({ caller, params, language }) => {
      if (!(await consumeOffer(db, caller.tenantId, params.transfer_id))) throw new ApiError(platformErrors.notFound);
      return { message: deviceAnswers.transferDeclined[language] };
    }),
  ];
}
