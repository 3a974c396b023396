// Devices whose frames make alarms, and calls as a script of the signed-in user makes them.
import type { Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import type { TestTerminal } from "../../apps/server/testing/terminals/test-terminal.ts";
import { connectTerminal, registerDevice } from "../support/terminal.ts";
import { eventually } from "../support/visitors.ts";

const ID = 0x310;

/** The page has to be at an address of the program. */
export async function call<T = Record<string, unknown>>(
  page: Page,
  method: "GET" | "POST" | "PUT",
  path: string,
  data?: object,
): Promise<T> {
  const token = await page.evaluate(() => sessionStorage.getItem("token"));
  const headers = { authorization: `Bearer ${token}` };
  const answer = await page.request.fetch(`/api${path}`, { method, headers, ...(data && { data }) });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as T;
}

/** An enabled rule: byte 0 of 0x310 is over 50. */
export async function makeRule(page: Page, name: string, more: object = {}): Promise<string> {
  const condition = { kind: "frame", is_extended: false, id_from: ID, id_to: ID, operator: "gt", value: 50 };
  const rule = { name, enabled: true, level: "urgent", conditions: [condition], ...more };
  const { data } = await call<{ data: { rule_id: string } }>(page, "POST", "/alarm-rules", rule);
  return data.rule_id;
}

export interface AlarmDevice {
  readonly thingsId: string;
  readonly positions: TestTerminal["positions"];
  /** Sends the value in byte 0 of 0x310. */
  send(value: number): Promise<void>;
  /** Sends until the platform has an open event of the device. */
  fire(page: Page): Promise<void>;
}

export async function alarmDevice(tenantId: string, name: string): Promise<AlarmDevice> {
  const device = await registerDevice(tenantId, { name });
  const terminal = await connectTerminal(device);
  onTestFinished(() => terminal.close());
  const send = (value: number) => terminal.frames([{ timeUs: Date.now() * 1000, channel: 0, id: ID, data: [value] }]);
  const count = async (page: Page) => {
    await send(60);
    const asked = `/alarm-events?open=true&things_id=${device.thingsId}`;
    return (await call<{ list: unknown[] }>(page, "GET", asked)).list.length;
  };
  const fire = async (page: Page) => {
    await send(10);
    await eventually(() => count(page)).toBeGreaterThan(0);
  };
  return { thingsId: device.thingsId, positions: terminal.positions, send, fire };
}

/** On a phone the back-test of the rule editor is one line that unfolds. */
export async function unfoldTest(page: Page): Promise<void> {
  const fold = page.getByRole("button", { name: /^(回测|Back-test)/, expanded: false });
  if ((page.viewportSize()?.width ?? 0) < 768) await fold.click();
}
