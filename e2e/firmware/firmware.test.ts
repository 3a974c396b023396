import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { CanopyLink } from "../../apps/simulator/link/canopy-link.ts";
import { QuietTerminal } from "../../apps/simulator/load/quiet-terminal.ts";
import type { FirmwareFault } from "../../apps/simulator/terminal/firmware.ts";
import { signForSimulators, simulatorPublicKey } from "../../apps/simulator/terminal/firmware-key.ts";
import { Random } from "../../apps/simulator/world/random.ts";
import { en as homeEn } from "../../apps/web/devices/fleet/list-texts.en.ts";
import { zh as homeZh } from "../../apps/web/devices/fleet/list-texts.zh.ts";
import { en } from "../../apps/web/firmware/texts.en.ts";
import { zh } from "../../apps/web/firmware/texts.zh.ts";
import { dataFolder, expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { newTenant } from "../support/driven-device.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore } from "../support/store.ts";
import { registerDevice } from "../support/terminal.ts";
import { eventually, looksOf, reach, signIn, WORDS } from "../support/visitors.ts";

const VERSION = "4.18.00";

type Key = keyof typeof zh;
const wordsOf =
  (locale: "zh-CN" | "en-US") =>
  (key: Key, values: Record<string, string | number> = {}) =>
    Object.entries(values).reduce(
      (text, [name, value]) => text.replaceAll(`{${name}}`, String(value)),
      (locale === "zh-CN" ? zh : en)[key] as string,
    );
type Words = ReturnType<typeof wordsOf>;

type Device = Awaited<ReturnType<typeof registerDevice>>;

function connect(device: Device, firmwareFault?: FirmwareFault): CanopyLink {
  const { url } = JSON.parse(readFileSync(join(dataFolder, "fleet.json"), "utf8"));
  const terminal = new QuietTerminal({ firmwareVersion: "4.12.00", firmwareFault, restartMs: 100 });
  const { deviceId, key } = device;
  const link = new CanopyLink({ url, deviceId, key }, terminal, new Random(deviceId), () => undefined);
  terminal.attach(link);
  onTestFinished(() => link.close());
  return link;
}

/** Five terminals; the second one cannot write the image. */
async function fleet(tenantId: string) {
  const devices: Device[] = [];
  for (let i = 1; i <= 5; i++) devices.push(await registerDevice(tenantId, { name: `EV-0${i}` }));
  return { devices, links: devices.map((device, i) => connect(device, i === 1 ? "install" : undefined)) };
}

async function uploadImage(page: Page, t: Words): Promise<void> {
  await (await reach(page.getByRole("button", { name: t("firmware.image.keys") }).first())).click();
  const keys = page.getByRole("dialog");
  await keys.getByLabel(t("firmware.key.name")).fill("simulator");
  await keys.getByLabel(t("firmware.key.value")).fill(Buffer.from(simulatorPublicKey()).toString("base64"));
  await expectAccessible(page);
  await keys.getByRole("button", { name: t("firmware.key.add") }).click();
  await keys.getByText("simulator").waitFor();
  await page.keyboard.press("Escape");
  await (await reach(page.getByRole("button", { name: t("firmware.image.upload") }).first())).click();
  const dialog = page.getByRole("dialog");
  const buffer = randomBytes(500_000);
  const sha256 = createHash("sha256").update(buffer).digest("hex");
  await dialog.locator('input[type="file"]').setInputFiles({ name: "ev.bin", mimeType: "", buffer });
  await dialog.getByLabel(t("firmware.image.version")).fill("4.18");
  await eventually(() => dialog.getByLabel(t("firmware.image.hash")).inputValue()).toBe(sha256);
  const submit = dialog.getByRole("button", { name: t("firmware.image.upload") });
  await submit.click();
  // The rule of the version stands at its field.
  await eventually(() => dialog.getByLabel(t("firmware.image.version")).getAttribute("aria-invalid")).toBe("true");
  await dialog.getByLabel(t("firmware.image.version")).fill(VERSION);
  const signature = dialog.getByLabel(t("firmware.image.signature"));
  await signature.fill(signForSimulators({ version: "9.9.9", size: buffer.length, sha256 }));
  await submit.click();
  await dialog.getByText("firmware.wrongSignature").waitFor();
  await signature.fill(signForSimulators({ version: VERSION, size: buffer.length, sha256 }));
  await expectAccessible(page);
  await submit.click();
  await page
    .getByText(t("firmware.image.uploaded", { version: VERSION }))
    .last()
    .waitFor();
}

/** Two devices, then the rest; one failure stops it. */
async function startRollout(page: Page, t: Words, shoot: (name: string) => Promise<void>): Promise<void> {
  await page.getByRole("button", { name: t("firmware.image.more", { version: VERSION }) }).click();
  await page.getByRole("menuitem", { name: t("firmware.image.rollOut") }).click();
  const dialog = page.getByRole("dialog");
  const next = dialog.getByRole("button", { name: t("firmware.step.next"), exact: true });
  await next.click();
  await dialog.getByLabel(t("firmware.rollout.scope")).selectOption("device");
  await next.click();
  await dialog
    .getByRole("alert")
    .filter({ hasText: /升级对象不能为空|The upgrade object must not be empty/ })
    .waitFor();
  for (let i = 1; i <= 5; i++) await dialog.getByRole("checkbox", { name: `EV-0${i}` }).check();
  await dialog.getByText(t("firmware.scope.count", { total: 5, idle: 5 })).waitFor();
  await expectAccessible(page);
  await shoot("firmware-whom");
  await next.click();
  await dialog.getByRole("radio", { name: t("firmware.when.at"), exact: true }).check({ force: true });
  await next.click();
  await dialog
    .getByRole("alert")
    .filter({ hasText: /升级时间不能为空|The upgrade time must not be empty/ })
    .waitFor();
  await dialog.getByRole("radio", { name: t("firmware.when.now"), exact: true }).check({ force: true });
  await next.click();
  await dialog.getByRole("radio", { name: t("firmware.wave.plan.own"), exact: true }).check({ force: true });
  for (const number of [3, 2])
    await dialog.getByRole("button", { name: t("firmware.wave.remove", { number }) }).click();
  const first = dialog.getByRole("group", { name: t("firmware.wave.name", { number: 1 }) });
  await first.getByRole("spinbutton", { name: t("firmware.wave.size") }).fill("2");
  await first.getByRole("spinbutton", { name: t("firmware.wave.wait") }).fill("0");
  await expectAccessible(page);
  await shoot("firmware-waves");
  await dialog.getByRole("button", { name: t("firmware.step.start") }).click();
  await page.waitForURL("**/Container/Rollout?id=*");
}

const waveOf = (page: Page, t: Words, number: number): Locator =>
  page
    .getByRole("list", { name: t("firmware.view.waves") })
    .getByRole("listitem")
    .nth(number - 1);

journeys("firmware of devices", { timeout: 300_000 * PATIENCE }, () => {
  afterAll(closeStore);

  it.each(looksOf(["zh-CN", 1440], ["en-US", 390]))(
    "a signed image goes to five terminals in two waves, stops at a failure, and ends after a retry, $locale at $width [DEV-08] [STA-03]",
    async ({ locale, width }) => {
      const t = wordsOf(locale);
      const account = await newTenant();
      const { devices, links } = await fleet(account.tenantId);
      const page = await openPage({ locale, width });
      const shoot = (name: string) => screenshot(page, `${name}-${locale}-${width}`);
      await signIn(page, account);
      await page.goto("/Container/FirmwareManager");
      await page.getByText(t("firmware.image.empty")).waitFor();
      await uploadImage(page, t);
      await shoot("firmware-images");
      await startRollout(page, t, shoot);

      const halted = t("firmware.view.haltFailures", { wave: 1, failed: 1, devices: 2 });
      await page
        .getByRole("alert")
        .filter({ hasText: halted })
        .waitFor({ timeout: 60_000 * PATIENCE });
      await eventually(() => waveOf(page, t, 1).textContent()).toContain(
        t("firmware.wave.counts", { done: 1, running: 0, failed: 1, waiting: 0 }),
      );
      expect(await waveOf(page, t, 2).textContent()).toContain(
        t("firmware.wave.counts", { done: 0, running: 0, failed: 0, waiting: 3 }),
      );
      await page
        .getByText(t("firmware.device.state.failed", { why: t("firmware.code.install") }))
        .first()
        .waitFor();
      await expectAccessible(page);
      await shoot("rollout-halted");

      // The operation screen tells of it, with its wave and how far it is.
      const address = page.url();
      await page.goto("/can_operation/?scene=spread");
      const row = page.locator('[data-rollout="paused"]');
      await eventually(() => row.textContent()).toMatch(/(波次|wave) 1\/2 · 1 \/ 5 · (失败 1|1 failed)/);
      expect(await row.textContent()).toContain(VERSION);
      await shoot("operation-rollout");
      await page.goto(address);

      // The terminal is mended; the failed one alone is told again, then the next wave follows by itself.
      const broken = devices[1];
      await links[1]?.close();
      if (broken) connect(broken);
      await page.getByRole("button", { name: t("firmware.view.retry", { count: 1 }) }).click();
      await page
        .getByText(t("firmware.rollout.state.done"), { exact: true })
        .first()
        .waitFor({ timeout: 60_000 * PATIENCE });
      await eventually(() => waveOf(page, t, 2).textContent()).toContain(
        t("firmware.wave.counts", { done: 3, running: 0, failed: 0, waiting: 0 }),
      );
      await expectAccessible(page);
      await shoot("rollout-done");

      // Whoever looks at the devices sees the version, and finds the way to the next rollout.
      await page.goto("/Container/HomePage");
      const home = locale === "zh-CN" ? homeZh : homeEn;
      if (width > 1000) {
        await eventually(() => page.getByText(VERSION).count()).toBeGreaterThanOrEqual(5);
        await page.getByRole("checkbox", { name: /^(选择|Select) EV-03$/ }).check();
        await (await reach(page.getByRole("button", { name: home["devices.act.upgrade"] }))).click();
      } else {
        await page.getByRole("button", { name: home["devices.list.menu"].replace("{name}", "EV-03") }).click();
        await page.getByRole("menuitem", { name: home["devices.act.upgrade"] }).click();
      }
      await page.getByRole("dialog").getByText(t("firmware.step.image"), { exact: true }).waitFor();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: t("firmware.step.next"), exact: true })
        .click();
      await page
        .getByRole("dialog")
        .getByText(t("firmware.scope.count", { total: 1, idle: 0 }))
        .waitFor();
      await page.getByRole("dialog").getByText(t("firmware.reason.already")).first().waitFor();
    },
  );

  it("managers find it in the user menu [DEV-08]", async () => {
    const account = await newTenant();
    const page = await openPage({ locale: "en-US" });
    await signIn(page, account);
    await page.goto("/Container/HomePage");
    await page.getByRole("button", { name: WORDS["en-US"].userMenu }).click();
    await page.getByRole("menuitem", { name: "Device firmware" }).click();
    await page.waitForURL("**/Container/FirmwareManager");
    await page.getByRole("tab", { name: "Rollouts" }).click();
    await page.getByText(en["firmware.rollout.empty"]).waitFor();
    await expectAccessible(page);
  });
});
