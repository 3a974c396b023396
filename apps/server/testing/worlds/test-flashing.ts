/** For tests: packages, flows and runs that are only rows, signed for simulated terminals. */
import { createHash, randomUUID } from "node:crypto";
import { flashManifest } from "@canopy/contract/device-link/flash/flash-order";
import { udsSettings } from "@canopy/contract/device-link/uds-job";
import { signPackageForSimulators } from "../../../simulator/terminal/firmware-key.ts";
import { insertRun } from "../../diagnosis/flashing/run-store.ts";
import { STANDARD_STEPS } from "../../diagnosis/packages/flow-routes.ts";
import { insertFlow } from "../../diagnosis/packages/flow-store.ts";
import { insertPackage, signPackage } from "../../diagnosis/packages/package-store.ts";
import { makeTestEcu } from "../../diagnosis/test-diagnosis.ts";
import type { Db } from "../../platform/postgres/schema.ts";

const CONTENT = {
  size: 1,
  sha256: createHash("sha256").update("x").digest("hex"),
  segments: [{ address: 0, size: 1 }],
};

export const TEST_MANIFEST = flashManifest.parse({
  part_number: "P",
  hardware: "H",
  software_to: "2",
  expires: 4_000_000_000_000,
  counter: 1,
});

export const TEST_PACKAGE_SIGNATURE = signPackageForSimulators({ manifest: TEST_MANIFEST, ...CONTENT });

export async function makeTestPackage(db: Db, tenantId: string): Promise<string> {
  const of = { tenantId, name: randomUUID(), fileName: "x.bin", format: "bin", warnings: [], userName: "" };
  const id = (await insertPackage(db, { ...of, ...CONTENT })) ?? "";
  const signed = { manifest: TEST_MANIFEST, keyName: "key", signature: TEST_PACKAGE_SIGNATURE };
  await signPackage(db, { tenantId, id }, signed);
  return id;
}

export async function makeTestFlow(db: Db, tenantId: string): Promise<string> {
  return (await insertFlow(db, tenantId, { name: randomUUID(), steps: STANDARD_STEPS, userName: "" })) ?? "";
}

/** A draft. */
export async function makeTestRun(
  db: Db,
  { tenantId, userId }: { tenantId: string; userId: string },
  thingsId: string,
): Promise<string> {
  const order = {
    ...CONTENT,
    settings: udsSettings.parse({ physical_id: 0x7e4, response_id: 0x7ec, functional_id: 0x7df }),
    vin: "LCN00000000000001",
    manifest: TEST_MANIFEST,
    signature: TEST_PACKAGE_SIGNATURE,
    flow: STANDARD_STEPS,
    gates: { speed: null, supply: null, parkingBrake: null, ignition: null },
    security_level: null,
    in_boot: false,
    fingerprint: "",
  };
  const ecuId = await makeTestEcu(db, tenantId);
  const packageId = await makeTestPackage(db, tenantId);
  const names = { ecuName: "ECU", packageName: "package", flowName: "" };
  const of = { tenantId, thingsId, ecuId, packageId, ...names, order, twoPersons: false, userId, userName: "" };
  return insertRun(db, of);
}
