import { readFileSync } from "node:fs";
import { afterAll, expect, it } from "vitest";
import { transmissionsOf } from "../../apps/server/devices/link/transmission-store.ts";
import { checksum } from "../../packages/can/frame/protect.ts";
import { bindDbc } from "../support/bound-device.ts";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { drivenDevice } from "../support/driven-device.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore, database } from "../support/store.ts";
import { eventually, lookOf, signIn } from "../support/visitors.ts";

const EV = readFileSync(new URL("../../apps/simulator/vehicles/ev.dbc", import.meta.url));

const WORDS = {
  "zh-CN": {
    bySignals: "按信号",
    find: "查找报文",
    message: "报文",
    pedal: "AcceleratorPedal (%)",
    above: "大于上限 100",
    sends: /将发送 CAN1 0x100 \[8\] (.. ){7}../,
    cyclic: "循环",
    round: "计数器每 16 帧一轮，次数按轮计",
    send: "发送",
    transmitting: /正在循环发送/,
  },
  "en-US": {
    bySignals: "By signals",
    find: "Find a message",
    message: "Message",
    pedal: "AcceleratorPedal (%)",
    above: "Above the maximum of 100",
    sends: /Sends CAN1 0x100 \[8\] (.. ){7}../,
    cyclic: "Cyclic",
    round: "The counter repeats after 16 frames; Times counts rounds",
    send: "Send",
    transmitting: /transmitting/,
  },
} as const;

journeys("sending by signals", () => {
  afterAll(closeStore);

  it.each([...lookOf("zh-CN", 390), ...lookOf("en-US", 1440)])(
    "fills in a message of the bound DBC, counts and protects it, at $width px in $locale [DEV-06]",
    { timeout: 300_000 * PATIENCE },
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const { account, device } = await drivenDevice("ev", "试验车 9", true);
      const signals = [{ message_id: 256, is_extended: false, signal: "BrakePedal" }];
      await bindDbc(account, device.thingsId, { name: "ev", bytes: EV, signals });
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await signIn(page, account);
      await page.goto(`/Container/HomePage/DeviceDetails?id=${device.thingsId}&tab=data&sub=live&send=1`);
      await page.getByText(words.bySignals, { exact: true }).click();
      await page.getByLabel(words.find).fill("vcu_drive");
      await page.getByLabel(words.message, { exact: true }).selectOption({ label: "VCU_Drive 0x100" });
      await page.getByLabel(words.pedal).fill("142");
      await page.getByText(words.above).waitFor();
      await page.getByLabel(words.pedal).fill("42");
      await page.getByText(words.sends).waitFor();
      // The form of one frame, which was seen first, is hidden with its own choice.
      await page.getByText(words.cyclic, { exact: true }).filter({ visible: true }).click();
      await page.getByText(words.round).waitFor();
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await screenshot(page, `send-message-${width}-${locale}`);
      await page.getByRole("button", { name: words.send, exact: true }).last().click();
      await page.getByRole("log").getByText(words.transmitting).waitFor();

      const { db } = await database();
      const list = async () =>
        transmissionsOf(db, { tenantId: account.tenantId, thingsId: device.thingsId }, Date.now());
      await eventually(async () => (await list()).length).toBe(1);
      const [sent] = await list();
      const payloads = (sent?.frames ?? []).map(({ data }) => Buffer.from(data, "hex"));
      expect(payloads.map((bytes) => (bytes[1] ?? 0) & 15)).toEqual(Array.from({ length: 16 }, (_, i) => i));
      for (const bytes of payloads) {
        expect(bytes[2]).toBe(105);
        expect(bytes[0]).toBe(checksum("crc8", 256, Buffer.from([0, ...bytes.subarray(1)])));
      }
    },
  );
});
