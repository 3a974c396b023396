// A terminal as the program sees one: registered, connected by MQTT, with its key.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { testDevice } from "../../apps/server/testing/terminals/test-device.ts";
import { type TestTerminal, testTerminal } from "../../apps/server/testing/terminals/test-terminal.ts";
import { dataFolder } from "./browser.ts";
import { database } from "./store.ts";

interface Registered {
  thingsId: string;
  deviceId: string;
  key: string;
  bindingNumber: number;
}

/** A device of this tenant, whatever its package allows. */
export async function registerDevice(
  tenantId: string,
  wanted: { name: string; info_model_id?: string },
): Promise<Registered> {
  return testDevice((await database()).db, tenantId, wanted);
}

/** Where terminals connect, the program wrote down for its own fleet. */
export async function connectTerminal(device: Omit<Registered, "bindingNumber">): Promise<TestTerminal> {
  const { url }: { url: string } = JSON.parse(readFileSync(join(dataFolder, "fleet.json"), "utf8"));
  return testTerminal(url, device);
}
