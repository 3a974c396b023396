import type { ProveOwnPassword } from "./accounts/prove-password.ts";
import { campaignRoutes } from "./campaigns/campaign-routes.ts";
import type { AskDevice } from "./devices/link/device-link.ts";
import { busFaultRoutes } from "./diagnosis/bus-faults/fault-routes.ts";
import { dtcRoutes } from "./diagnosis/codes/dtc-routes.ts";
import { definitionRoutes } from "./diagnosis/definitions/definition-routes.ts";
import { ecuRoutes } from "./diagnosis/ecus/ecu-routes.ts";
import { findEcu } from "./diagnosis/ecus/ecu-store.ts";
import { flashUnlockOfEcu, scriptOfEcu, unlockOfEcu } from "./diagnosis/ecus/keep-unlock-file.ts";
import { runRoutes } from "./diagnosis/flashing/run-routes.ts";
import { tellApprovers } from "./diagnosis/flashing/tell-approvers.ts";
import { flowRoutes } from "./diagnosis/packages/flow-routes.ts";
import { PackageContent } from "./diagnosis/packages/package-content.ts";
import { packageRoutes } from "./diagnosis/packages/package-routes.ts";
import { sequenceRoutes } from "./diagnosis/sequences/sequence-routes.ts";
import { sessionRoutes } from "./diagnosis/sessions/session-routes.ts";
import { listKeys } from "./firmware/images/key-store.ts";
import { isSignedBy } from "./firmware/images/signing-key.ts";
import { campaignsOfPackage } from "./firmware/rollouts/rollout-store.ts";
import type { FirmwareParts } from "./firmware-parts.ts";
import { publishDiagnosis } from "./frames/live/live-device-news.ts";
import { messageUsers } from "./messages/message-users.ts";
import type { Bus } from "./platform/bus/bus.ts";
import type { Route } from "./platform/http/route.ts";
import type { Db } from "./platform/postgres/schema.ts";
import { Sandbox } from "./platform/sandbox/sandbox.ts";

interface Parts {
  readonly db: Db;
  readonly bus: Bus;
  readonly secret: string;
  readonly askDevice: AskDevice;
  readonly firmwareParts: FirmwareParts;
  readonly proveOwnPassword: ProveOwnPassword;
  /** Where terminals fetch packages. */
  webAddress(): string;
  now(): number;
}

/** UDS-01 … UDS-06 */
export function diagnosisRoutes(parts: Parts): Route[] {
  const { db, bus, secret, askDevice, now } = parts;
  const services = { db, secret, runScript: new Sandbox().run };
  const scriptOf = (tenantId: string, ecuId: string) => scriptOfEcu(services, tenantId, ecuId);
  const unlockOf = (tenantId: string, ecuId: string) => unlockOfEcu({ db, secret }, tenantId, ecuId);
  const hasEcu = async (tenantId: string, ecuId: string) => (await findEcu(db, tenantId, ecuId)) !== undefined;
  return [
    ...sessionRoutes({ db, ask: askDevice, publish: publishDiagnosis(bus), now, unlockOf, scriptOf, hasEcu }),
    ...ecuRoutes(services),
    ...dtcRoutes(db),
    ...busFaultRoutes(db),
    ...definitionRoutes(db),
    ...sequenceRoutes(db),
    ...flashRoutes(parts),
    ...campaignRoutes({
      db,
      now,
      proveOwnPassword: parts.proveOwnPassword,
      messageUsers: (to, message) => messageUsers({ db, bus }, to, message),
    }),
  ];
}

/** UDS-04. Packages are signed by the keys of firmware images. */
function flashRoutes(parts: Parts): Route[] {
  const { db, bus, secret, askDevice, firmwareParts, now } = parts;
  const publish = publishDiagnosis(bus);
  const signingKeys = async (tenantId: string) =>
    (await listKeys(db, tenantId)).map(({ id, name, public_key }) => ({
      id,
      name,
      isBy: (text: string, signature: string) => isSignedBy(Buffer.from(public_key, "base64"), text, signature),
    }));
  return [
    ...packageRoutes({
      db,
      secret,
      now,
      signingKeys,
      content: new PackageContent(firmwareParts.files),
      campaignsOf: (tenantId, packageId) => campaignsOfPackage(db, tenantId, packageId),
    }),
    ...flowRoutes(db),
    ...runRoutes({
      db,
      ask: askDevice,
      secret,
      now,
      unlockOf: (tenantId, ecuId) => flashUnlockOfEcu({ db, secret }, tenantId, ecuId),
      webAddress: parts.webAddress,
      publish: (device) => publish(device, null),
      proveOwnPassword: parts.proveOwnPassword,
      tellApprovers: (caller, run) =>
        tellApprovers({ db, messageUsers: (to, message) => messageUsers({ db, bus }, to, message) }, caller, run),
    }),
  ];
}
