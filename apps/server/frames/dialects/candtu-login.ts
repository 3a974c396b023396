import type { CandtuLogin, CandtuLoginReply } from "@canopy/contract/device-link/candtu-login";
import { sealCandtuToken } from "./candtu-token.ts";
import type { GatewayDevice } from "./device-message.ts";

export interface CandtuLoginServices {
  readonly authenticate: (deviceId: string, key: string) => Promise<GatewayDevice | undefined>;
  readonly secret: string;
  /** Where the terminal shall connect. */
  readonly mqtt: CandtuLoginReply["mqtt"];
  readonly now: () => number;
}

/** The login call of candtu terminals; undefined where the secret does not fit, unknown devices included. */
export async function loginCandtu(
  login: CandtuLogin,
  services: CandtuLoginServices,
): Promise<CandtuLoginReply | undefined> {
  const [deviceId = ""] = login.devices;
  const device = await services.authenticate(deviceId, login.secret);
  if (device === undefined) return undefined;
  const sealed = { deviceId, type: login.type, key: login.secret, atMs: services.now() };
  return {
    mqtt: services.mqtt,
    clientip: deviceId,
    owner: device.tenantId,
    token: sealCandtuToken(services.secret, sealed),
  };
}
