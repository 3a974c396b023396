import { afterAll, expect, it, onTestFinished } from "vitest";
import { setPackage } from "../../apps/server/capacity/package-store.ts";
import type { TestTerminal } from "../../apps/server/testing/terminals/test-terminal.ts";
import { UNLIMITED_PACKAGE } from "../../packages/contract/capacity/package.ts";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore, database, newAccount } from "../support/store.ts";
import { connectTerminal, registerDevice } from "../support/terminal.ts";
import { atRest, eventually, lookOf, signIn } from "../support/visitors.ts";

const STRANGE = "🚚 شاحنة <script>alert(1)</script>";
const VIN = "1M8GDM9AXKP042788";
const SLOW = { timeout: 300_000 * PATIENCE };

async function newTenant() {
  const account = await newAccount();
  await setPackage((await database()).db, account.tenantId, UNLIMITED_PACKAGE);
  return account;
}

async function newVehicle(tenantId: string, name: string, vin: string): Promise<string> {
  const { pool } = await database();
  const made = await pool.query("insert into vehicles (tenant_id, name, vin) values ($1, $2, $3) returning id", [
    tenantId,
    name,
    vin,
  ]);
  return made.rows[0].id;
}

async function bind(tenantId: string, vehicleId: string, thingsId: string, channel: number): Promise<void> {
  const { pool } = await database();
  await pool.query(
    `insert into vehicle_channels (tenant_id, vehicle_id, binding, channel)
     select $1, $2, binding, $4 from things where id = $3`,
    [tenantId, vehicleId, thingsId, channel],
  );
}

/** A bus that goes on: one message every 50 ms, with a counter. */
function traffic(terminal: TestTerminal, channel: number, id: number): () => void {
  let n = 0;
  const timer = setInterval(() => {
    n = (n + 1) & 0xff;
    const frames = [0, 1].map((k) => ({
      timeUs: (Date.now() - 50 * k) * 1000,
      channel,
      id: id + k,
      data: [n, 0x10, 0x20, 0x30, 0, 0, 0, k],
    }));
    void terminal.frames(frames).catch(() => undefined);
  }, 250);
  return () => clearInterval(timer);
}

journeys("vehicles", () => {
  afterAll(closeStore);

  it.each(lookOf("zh-CN", 390))(
    "a vehicle is added, bound to channels of two devices, changed and deleted at $width px in $locale [DEV-11]",
    SLOW,
    async ({ locale, width }) => {
      const word = (chinese: string, english: string) => (locale === "zh-CN" ? chinese : english);
      const { name, tenantId } = await newTenant();
      await registerDevice(tenantId, { name: "logger one" });
      await registerDevice(tenantId, { name: "logger two" });
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await signIn(page, { name });
      await page.goto("/Container/CarManager");
      await page.getByText(word("还没有车辆", "No vehicles yet")).waitFor();
      await expectAccessible(page);

      await page
        .getByRole("button", { name: word("添加车辆", "Add vehicle") })
        .first()
        .click();
      const dialog = page.getByRole("dialog");
      const submit = dialog.getByRole("button", { name: word("添加车辆", "Add vehicle") });
      const nameField = dialog.getByRole("textbox", { name: word("名称", "Name") });
      const vinField = dialog.getByRole("textbox", { name: "VIN" });
      await submit.click();
      await eventually(() => nameField.getAttribute("aria-invalid")).toBe("true");
      await nameField.fill(STRANGE);
      await vinField.fill("1O8GDM9AXKP042788");
      await submit.click();
      await dialog.getByText(word("VIN 为 5-17 位", "A VIN has 5-17")).waitFor();
      await vinField.fill("1m8gdm9a0kp042788");
      await dialog.getByText(word("校验位不符，将按原样保存", "The check digit does not fit; kept as it is")).waitFor();
      await vinField.fill("ABC12");
      await dialog.getByText(word("不是 17 位，将按原样保存", "Not 17 characters; kept as it is")).waitFor();
      await vinField.fill(VIN.toLowerCase());
      await dialog.getByRole("textbox", { name: word("车牌", "Plate") }).fill("沪A·12345");
      await dialog
        .getByRole("group", { name: /logger one/ })
        .getByRole("checkbox", { name: "CAN1" })
        .check();
      await dialog
        .getByRole("group", { name: /logger two/ })
        .getByRole("checkbox", { name: "CAN2" })
        .check();
      await expectAccessible(page);
      await screenshot(page, `vehicle-form-${width}-${locale}`);
      await submit.click();
      await page.getByRole("button", { name: STRANGE, exact: true }).waitFor();
      await page.getByText(VIN).waitFor();
      await expectAccessible(page);
      await screenshot(page, `vehicles-${width}-${locale}`);

      // A second one: the same name and VIN are refused on their fields, a bound channel says whose it is.
      await page
        .getByRole("button", { name: word("添加车辆", "Add vehicle") })
        .first()
        .click();
      await nameField.fill(STRANGE);
      await vinField.fill("ABC12");
      await submit.click();
      await dialog.getByText(word("已有同名车辆", "A vehicle of this name exists")).waitFor();
      await nameField.fill("second");
      await vinField.fill(VIN);
      await submit.click();
      await dialog.getByText(word("已有此 VIN 的车辆", "A vehicle with this VIN exists")).waitFor();
      const taken = dialog.getByRole("group", { name: /logger one/ }).getByRole("checkbox", { name: /CAN1/ });
      expect(await taken.isDisabled()).toBe(true);
      await dialog.getByRole("button", { name: word("取消", "Cancel") }).click();
      await dialog.getByRole("button", { name: word("放弃更改", "Discard changes") }).click();

      await page.getByRole("button", { name: STRANGE, exact: true }).click();
      await page.waitForURL(/CarDetails\?id=/);
      await page.getByRole("heading", { name: STRANGE }).waitFor();
      await page
        .getByRole("button", { name: word("修改车辆", "Edit vehicle"), exact: true })
        .first()
        .click();
      await dialog.getByRole("textbox", { name: word("车牌", "Plate") }).fill("粤B·54321");
      await dialog.getByRole("button", { name: word("保存", "Save"), exact: true }).click();
      await page.getByText("粤B·54321").waitFor();
      await page.getByRole("button", { name: word(`${STRANGE} 的操作`, `Actions for ${STRANGE}`) }).click();
      await page.getByRole("menuitem", { name: word("删除车辆", "Delete vehicle") }).click();
      await dialog.getByText(word("它绑定着 2 个通道", "2 channels are bound to it")).waitFor();
      await dialog.getByRole("button", { name: word("删除车辆", "Delete vehicle") }).click();
      await eventually(() => dialog.getByRole("textbox").getAttribute("aria-invalid")).toBe("true");
      await dialog.getByRole("textbox").fill(STRANGE);
      await dialog.getByRole("button", { name: word("删除车辆", "Delete vehicle") }).click();
      await page.getByText(word("还没有车辆", "No vehicles yet")).waitFor();
    },
  );

  it.each(lookOf("en-US", 1440))(
    "a car page joins the data of its devices, live and in history, at $width px in $locale [DEV-11]",
    SLOW,
    async ({ locale, width }) => {
      const word = (chinese: string, english: string) => (locale === "zh-CN" ? chinese : english);
      const { name, tenantId } = await newTenant();
      const vehicleId = await newVehicle(tenantId, word("测试重卡 7 号", "Test truck 7"), VIN);
      const devices = [
        { device: word("驾驶室", "Cab"), channel: 0, id: 0x100 },
        { device: word("挂车", "Trailer"), channel: 1, id: 0x200 },
      ];
      const sources = [];
      for (const { device, channel, id } of devices) {
        const registered = await registerDevice(tenantId, { name: device });
        await bind(tenantId, vehicleId, registered.thingsId, channel);
        const terminal = await connectTerminal(registered);
        onTestFinished(() => terminal.close());
        // A channel that is not the vehicle's stays out.
        await terminal.frames([{ timeUs: Date.now() * 1000, channel: 3, id: 0x7aa, data: [1] }]);
        sources.push({ terminal, channel, id });
      }
      for (const { terminal, channel, id } of sources) onTestFinished(traffic(terminal, channel, id));
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await signIn(page, { name });
      await page.goto(`/Container/CarManager/CarDetails?id=${vehicleId}`);
      const live = page.getByRole("region", { name: /实时帧|Live frames/ }).first();
      for (const id of ["0x100", "0x101", "0x200", "0x201"]) {
        await live.getByText(id, { exact: true }).waitFor({ timeout: 120_000 * PATIENCE });
      }
      expect(await live.getByText("0x7AA").count()).toBe(0);
      const channels = page.getByRole("region", { name: word("通道", "Channels") }).first();
      await eventually(() => channels.getByText(word("在线", "Online"), { exact: true }).count()).toBe(2);
      const count = live.locator('[data-cell="count"]').first();
      const counted = async () => Number((await count.textContent())?.replaceAll(",", ""));
      const before = await counted();
      await eventually(counted).toBeGreaterThan(before);
      await expectAccessible(page);
      await screenshot(page, `vehicle-live-${width}-${locale}`);

      await page.getByRole("tab", { name: word("历史", "History") }).click();
      await eventually(
        () => page.getByText("0x100", { exact: true }).count(),
        "frames of the first device",
      ).toBeGreaterThan(0);
      await eventually(() => page.getByText("0x201", { exact: true }).count(), "frames of the second").toBeGreaterThan(
        0,
      );
      await eventually(() => page.getByRole("img", { name: /CAN2/ }).locator("path").getAttribute("d")).not.toBe("");
      await expectAccessible(page);
      await screenshot(page, `vehicle-history-${width}-${locale}`);

      // The lanes move on with the clock; the frames stand still until somebody asks.
      const pages: string[] = [];
      page.on("request", (request) => {
        if (/\/things\/[^/]+\/frames$/.test(new URL(request.url()).pathname)) pages.push(request.url());
      });
      await atRest(() => pages.length);
      pages.length = 0;
      const lane = page.getByRole("img", { name: /CAN2/ }).locator("path");
      const drawn = await lane.getAttribute("d");
      await expect.poll(() => lane.getAttribute("d"), { timeout: 60_000 * PATIENCE }).not.toBe(drawn);
      expect(pages).toEqual([]);
      await page.getByRole("button", { name: word("刷新", "Refresh"), exact: true }).click();
      await eventually(() => pages.length).toBeGreaterThan(0);
      await page.reload();
      await page.getByRole("tab", { name: word("历史", "History"), selected: true }).waitFor();
    },
  );

  it(
    "filters and order are kept when one comes back, and Ctrl-K finds a vehicle and a type [NAV-06] [DEV-11]",
    SLOW,
    async () => {
      const { name, tenantId } = await newTenant();
      await newVehicle(tenantId, "findable truck", VIN);
      await newVehicle(tenantId, "other", "ABC12");
      const { pool } = await database();
      await pool.query("insert into info_models (tenant_id, name) values ($1, 'findable type')", [tenantId]);
      const page = await openPage();
      await signIn(page, { name });
      await page.goto("/Container/CarManager");
      await page.getByRole("searchbox").fill("findable");
      await page.waitForURL(/keyword=findable/);
      await eventually(() => page.getByText("ABC12").count()).toBe(0);
      await page.goto("/Container/DeviceTypeList");
      await page.getByText("findable type").first().waitFor();
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog").getByRole("combobox").fill("findable");
      await page.getByRole("option", { name: /findable type/ }).waitFor();
      await page.getByRole("option", { name: /findable truck/ }).click();
      await page.waitForURL(/CarDetails\?id=/);
      await page.getByRole("heading", { name: "findable truck" }).waitFor();
      await page.goto("/Container/CarManager/CarDetails?id=nonsense");
      await page.getByText("没有这辆车").waitFor();
      await expectAccessible(page);
    },
  );
});
