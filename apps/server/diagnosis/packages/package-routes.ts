import { flashManifestText } from "@canopy/contract/device-link/flash/flash-order";
import { flashErrors } from "@canopy/contract/diagnosis/flashing/errors";
import * as calls from "@canopy/contract/diagnosis/flashing/packages";
import { DELETED, nameList } from "@canopy/contract/platform/answers";
import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { publicRoute, type Route, route } from "../../platform/http/route.ts";
import { sendPart } from "../../platform/http/send-part.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { type PackageContent, readFlashLink } from "./package-content.ts";
import * as store from "./package-store.ts";
import { type PackageFile, readPackageFile } from "./read-package-file.ts";

/** A key by which firmware images are signed too; `isBy` checks a signature. */
export interface SigningKey {
  readonly id: string;
  readonly name: string;
  isBy(text: string, signature: string): boolean;
}

export interface PackageServices {
  readonly db: Db;
  readonly content: PackageContent;
  readonly secret: string;
  readonly signingKeys: (tenantId: string) => Promise<readonly SigningKey[]>;
  readonly now: () => number;
  /** What else still needs a package, by name. */
  readonly campaignsOf: (tenantId: string, packageId: string) => Promise<string[]>;
}

/** UDS-04 */
export function packageRoutes(services: PackageServices): Route[] {
  const { db, content, secret, now } = services;
  return [
    route(calls.listFlashPackages, async ({ caller, query: { current_page, page_size, ...filter } }) => {
      const page = { ...filter, limit: page_size, offset: (current_page - 1) * page_size };
      const { list, total } = await store.pageOfPackages(db, caller.tenantId, page);
      return { list, pagination: { current_page, page_size, total_size: total } };
    }),
    route(calls.uploadFlashPackage, async ({ caller, query, body, language }) => {
      const file = readPackageFile(body, query.base_address, language);
      const id = await keepPackage(services, caller, query, file);
      return { data: await mustFind(db, caller.tenantId, id) };
    }),
    route(calls.signFlashPackage, async ({ caller, params, body }) => {
      await sign(services, caller, params.package_id, body);
      return { data: await mustFind(db, caller.tenantId, params.package_id) };
    }),
    route(calls.deleteFlashPackage, async ({ caller, params, language }) => {
      const { tenantId } = caller;
      const id = params.package_id;
      await mustFind(db, tenantId, id);
      const campaigns = await services.campaignsOf(tenantId, id);
      if (campaigns.length > 0 || !(await store.deletePackage(db, tenantId, id))) {
        const names = nameList([...(await store.usersOfPackage(db, tenantId, id)), ...campaigns], language);
        throw new ApiError(flashErrors.packageInUse, { values: { names } });
      }
      await content.remove({ tenantId, id });
      return { message: DELETED[language] };
    }),
    route(calls.listFlashKeys, async ({ caller }) => ({
      list: (await services.signingKeys(caller.tenantId)).map(({ id, name }) => ({ id, name })),
    })),
    publicRoute(calls.followFlashLink, async ({ params, part }) => {
      const linked = readFlashLink(secret, params.ticket, now());
      const found = linked && (await store.findPackage(db, linked.tenantId, linked.id));
      if (!linked || !found) throw new ApiError(flashErrors.linkInvalid);
      const open = ({ from, to }: { from: number; to: number }) => content.open(linked, from, to);
      return sendPart({ size: found.size, etag: `"${found.sha256}"`, open }, part);
    }),
  ];
}

export async function mustFind(db: Db, tenantId: string, id: string) {
  const found = await store.findPackage(db, tenantId, id);
  if (!found) throw new ApiError(platformErrors.notFound);
  return found;
}

/** The row comes with its bytes or not at all. */
function keepPackage(
  { db, content }: PackageServices,
  { tenantId, userName }: Caller,
  { name, file_name: fileName }: { name: string; file_name: string },
  { image, ...file }: PackageFile,
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    if ((await store.countPackages(trx, tenantId)) >= calls.MAX_PACKAGES)
      throw new ApiError(flashErrors.packageLimit, { values: { limit: calls.MAX_PACKAGES } });
    const id = await store.insertPackage(trx, { tenantId, userName, name, fileName, size: image.length, ...file });
    if (id === undefined) throw new ApiError(flashErrors.packageNameTaken, { field: "name" });
    await content.write({ tenantId, id }, image);
    return id;
  });
}

type Signing = Parameters<typeof store.signPackage>[2]["manifest"];

async function sign(
  { db, signingKeys, now }: PackageServices,
  { tenantId }: Caller,
  id: string,
  { manifest, key_id, signature }: { manifest: Signing; key_id: string; signature: string },
): Promise<void> {
  const { segments, size, sha256 } = await mustFind(db, tenantId, id);
  const key = (await signingKeys(tenantId)).find(({ id: one }) => one === key_id);
  if (!key) throw new ApiError(platformErrors.notFound);
  if (manifest.expires <= now()) throw new ApiError(flashErrors.packageExpired, { field: "expires" });
  if (!key.isBy(flashManifestText({ manifest, segments, size, sha256 }), signature))
    throw new ApiError(flashErrors.wrongSignature, { field: "signature" });
  const isKept = await store.signPackage(db, { tenantId, id }, { manifest, keyName: key.name, signature });
  // The same signature once more changes nothing.
  if (!isKept && (await store.signatureOf(db, tenantId, id)) !== signature)
    throw new ApiError(flashErrors.packageSigned);
}
