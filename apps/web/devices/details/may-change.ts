import type { Thing } from "@canopy/contract/devices/thing";
import type { Endpoint } from "@canopy/contract/platform/endpoint";
import { callDenied } from "../../accounts/permissions.ts";
import { translate } from "../../platform/i18n.ts";
import "../../ui/texts.ts";

/** The reason why this user may not do this to the device; undefined: allowed. The server checks again. */
export function deniedOn(
  device: Pick<Thing, "level" | "name">,
  endpoint: Pick<Endpoint, "name" | "access">,
): string | undefined {
  const { access } = endpoint;
  const needsWrite = access.kind === "device" && access.level === "write";
  // The device's own reason says more than the call's.
  if (needsWrite && device.level !== "write") return translate("ui.rights.write", { device: device.name });
  return callDenied(endpoint);
}
