import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { setPackage } from "../../apps/server/capacity/package-store.ts";
import { startFleet } from "../../apps/simulator/fleet.ts";
import { UNLIMITED_PACKAGE } from "../../packages/contract/capacity/package.ts";
import { dataFolder, expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore, database, newAccount } from "../support/store.ts";
import { connectTerminal, registerDevice } from "../support/terminal.ts";
import { eventually, lookOf, signIn } from "../support/visitors.ts";

const STRANGE = "气象 🌦 محطة <script>alert(1)</script>";
/** A machine that has other work takes its time. */
const SLOW = { timeout: 300_000 * PATIENCE };

/** Where terminals connect, as the program wrote it down for its own fleet. */
const mqttUrl = (): string => JSON.parse(readFileSync(join(dataFolder, "fleet.json"), "utf8")).url;

async function newTenant() {
  const account = await newAccount();
  await setPackage((await database()).db, account.tenantId, UNLIMITED_PACKAGE);
  return account;
}

async function newType(tenantId: string, name: string, fields: readonly object[]): Promise<string> {
  const { pool } = await database();
  const groups = [{ name: "weather", fields }];
  const made = await pool.query(
    "insert into info_models (tenant_id, name, keyword, data_groups) values ($1, $2, 'iot', $3) returning id",
    [tenantId, name, JSON.stringify(groups)],
  );
  return made.rows[0].id;
}

const field = (name: string, more: object = {}) => ({
  name,
  display_name: "",
  array_type: "",
  is_display: true,
  notes: "",
  display_format: "decimal",
  time_format: "",
  accuracy: null,
  ...more,
});

journeys("device types", () => {
  afterAll(closeStore);

  it.each(lookOf("en-US", 1440))(
    "a type with groups and fields is made, changed and deleted at $width px in $locale [DEV-04]",
    SLOW,
    async ({ locale, width }) => {
      const word = (chinese: string, english: string) => (locale === "zh-CN" ? chinese : english);
      const { name, tenantId } = await newTenant();
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await signIn(page, { name });
      await page.goto("/Container/DeviceTypeList");
      await page.getByText(word("还没有设备类型", "No device types yet")).waitFor();
      await expectAccessible(page);

      await page
        .getByRole("button", { name: word("新建类型", "New type") })
        .first()
        .click();
      const dialog = page.getByRole("dialog");
      const nameField = dialog.getByRole("textbox", { name: word("名称", "Name") });
      const submit = dialog.getByRole("button", { name: word("新建类型", "New type") });
      await submit.click();
      await eventually(() => nameField.getAttribute("aria-invalid")).toBe("true");
      await nameField.fill("x".repeat(65));
      await submit.click();
      await eventually(() => nameField.getAttribute("aria-invalid")).toBe("true");
      await nameField.fill(STRANGE);
      await dialog.getByText(word("非 CAN 设备", "Non-CAN device"), { exact: true }).click();
      await expectAccessible(page);
      await submit.click();

      await page.waitForURL(/DeviceTypeDetails\?id=/);
      await page.getByRole("heading", { name: STRANGE }).waitFor();
      await page.getByRole("button", { name: word("添加数据组", "Add data group") }).click();
      const groupField = dialog.getByRole("textbox");
      await groupField.fill("weather");
      await dialog.getByRole("button", { name: word("保存", "Save") }).click();
      await page.getByRole("heading", { name: "weather" }).waitFor();

      await page.getByRole("button", { name: word("添加字段", "Add field") }).click();
      const fieldName = dialog.getByRole("textbox", { name: word("字段名", "Field name") });
      await fieldName.fill("1 wrong");
      await dialog.getByRole("button", { name: word("保存", "Save") }).click();
      await eventually(() => fieldName.getAttribute("aria-invalid")).toBe("true");
      await fieldName.fill("temperature");
      await dialog.getByRole("textbox", { name: word("显示名称", "Display name") }).fill(word("气温", "Temperature"));
      const places = dialog.getByRole("textbox", { name: word("小数位数", "Decimal places") });
      await places.fill("16");
      await dialog.getByRole("button", { name: word("保存", "Save") }).click();
      await eventually(() => places.getAttribute("aria-invalid")).toBe("true");
      await places.fill("1");
      await expectAccessible(page);
      await screenshot(page, `type-field-${width}-${locale}`);
      await dialog.getByRole("button", { name: word("保存", "Save") }).click();
      await page.getByText("temperature").first().waitFor();

      // Somebody else changed the type meanwhile: the second is told, and what he typed overwrites nothing.
      await page.getByRole("button", { name: word("添加字段", "Add field") }).click();
      await dialog.getByRole("textbox", { name: word("字段名", "Field name") }).fill("humidity");
      const { pool } = await database();
      await pool.query("update info_models set version = version + 1 where name = $1 and tenant_id = $2", [
        STRANGE,
        tenantId,
      ]);
      await dialog.getByRole("button", { name: word("保存", "Save") }).click();
      await dialog
        .getByText(word("其他人刚刚修改了该设备类型", "Somebody else has just changed this device type"))
        .waitFor();
      await dialog.getByRole("button", { name: word("取消", "Cancel") }).click();
      await dialog.getByRole("button", { name: word("放弃更改", "Discard changes") }).click();
      await eventually(() => page.getByRole("dialog").count()).toBe(0);
      expect(await page.getByText("humidity").count()).toBe(0);

      // The same name again is refused before it is sent.
      await page.getByRole("button", { name: word("添加字段", "Add field") }).click();
      await dialog.getByRole("textbox", { name: word("字段名", "Field name") }).fill("temperature");
      await dialog.getByRole("button", { name: word("保存", "Save") }).click();
      await dialog
        .getByText(word("同一数据组内字段名称重复", "Two fields of a data group have the same name"))
        .waitFor();
      await dialog.getByRole("button", { name: word("取消", "Cancel") }).click();
      await dialog.getByRole("button", { name: word("放弃更改", "Discard changes") }).click();
      await eventually(() => page.getByRole("dialog").count()).toBe(0);
      await expectAccessible(page);
      await screenshot(page, `type-details-${width}-${locale}`);

      await page.goto("/Container/DeviceTypeList");
      await page.getByRole("button", { name: STRANGE, exact: true }).waitFor();
      await expectAccessible(page);
      await screenshot(page, `types-${width}-${locale}`);
      await page.getByRole("button", { name: word(`${STRANGE} 的操作`, `Actions for ${STRANGE}`) }).click();
      await page.getByRole("menuitem", { name: word("删除类型", "Delete type") }).click();
      await dialog.getByRole("button", { name: word("删除类型", "Delete type") }).click();
      await page.getByText(word("还没有设备类型", "No device types yet")).waitFor();
    },
  );

  it("a type in use asks for its name; its devices stay and become untyped [DEV-04]", SLOW, async () => {
    const { name, tenantId } = await newTenant();
    const typeId = await newType(tenantId, "used type", [field("t")]);
    const { thingsId } = await registerDevice(tenantId, { name: "station", info_model_id: typeId });
    const page = await openPage();
    await signIn(page, { name });
    await page.goto(`/Container/DeviceTypeDetails?id=${typeId}&tab=devices`);
    await page.getByRole("button", { name: "station", exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "used type 的操作" }).click();
    await page.getByRole("menuitem", { name: "删除类型" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("仍有 1 台设备使用它").waitFor();
    await dialog.getByRole("button", { name: "删除类型" }).click();
    await eventually(() => dialog.getByRole("textbox").getAttribute("aria-invalid")).toBe("true");
    await dialog.getByRole("textbox").fill("used type");
    await dialog.getByRole("button", { name: "删除类型" }).click();
    await page.waitForURL(/DeviceTypeList/);
    const { pool } = await database();
    const kept = await pool.query("select info_model_id from things where id = $1", [thingsId]);
    expect(kept.rows).toEqual([{ info_model_id: null }]);
  });

  it(
    "a type that others use stays, and the dialog says why; one with a rule tells of it before it goes [DEV-04]",
    SLOW,
    async () => {
      const { name, tenantId } = await newTenant();
      const elsewhere = await newTenant();
      const typeId = await newType(tenantId, "lent type", [field("t")]);
      const { thingsId } = await registerDevice(elsewhere.tenantId, { name: "station", info_model_id: typeId });
      const page = await openPage();
      await signIn(page, { name });
      await page.goto(`/Container/DeviceTypeDetails?id=${typeId}`);
      await page.getByRole("button", { name: "lent type 的操作" }).click();
      await page.getByRole("menuitem", { name: "删除类型" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText("您的设备都没有使用它").waitFor();
      await dialog.getByRole("button", { name: "删除类型" }).click();
      await dialog.getByText("其他租户仍在使用该设备类型").waitFor();
      const { pool } = await database();
      const kept = await pool.query("select info_model_id from things where id = $1", [thingsId]);
      expect(kept.rows).toEqual([{ info_model_id: typeId }]);

      await pool.query("delete from things where id = $1", [thingsId]);
      await pool.query(
        `insert into alarm_rules (tenant_id, name, scope, info_model_id, level, share, enabled, content, author)
       values ($1, 'on type', 'type', $2, 'tip', false, false, '{"conditions": []}', 'somebody')`,
        [tenantId, typeId],
      );
      await dialog.getByRole("button", { name: "删除类型" }).click();
      await dialog.getByText("1 条报警规则、推送规则或定时输出使用它").waitFor();
      // The name is asked for as by a dialog that has just opened: no error yet, and it can be typed at once.
      const typed = dialog.getByRole("textbox");
      await eventually(() => typed.evaluate((field) => field === document.activeElement)).toBe(true);
      expect(await typed.getAttribute("aria-invalid")).not.toBe("true");
      await page.keyboard.type("lent type");
      await page.keyboard.press("Enter");
      await page.waitForURL(/DeviceTypeList/);
    },
  );

  it("a licence is asked for with all its rules and copied [DEV-03]", SLOW, async () => {
    const { name, tenantId } = await newTenant();
    const licensed = await newType(tenantId, "licensed", []);
    const elsewhere = await newTenant();
    const page = await openPage();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await signIn(page, { name });
    await page.goto("/Container/DeviceTypeList");
    await page.getByRole("button", { name: "许可证", exact: true }).click();
    const dialog = page.getByRole("dialog");
    const submit = dialog.getByRole("button", { name: "生成", exact: true });
    await submit.click();
    await eventually(() => dialog.getByRole("combobox").getAttribute("aria-invalid")).toBe("true");
    await dialog.getByRole("combobox").selectOption({ label: "licensed" });
    const id = dialog.getByRole("textbox", { name: "设备 ID" });
    await id.fill("0a1b");
    await submit.click();
    await dialog.getByText("设备 ID 为 20 位十六进制字符").waitFor();
    await id.fill("00000000000000000001");
    await submit.click();
    await dialog.getByText("无效设备", { exact: true }).waitFor();
    await id.fill("01000000000000000001");
    const secret = dialog.getByRole("textbox", { name: "密钥" });
    await submit.click();
    await eventually(() => secret.getAttribute("aria-invalid")).toBe("true");
    await secret.fill("s3cret");
    // What the server says is shown; here the type is gone meanwhile.
    const { pool } = await database();
    await pool.query("update info_models set tenant_id = $2 where id = $1", [licensed, elsewhere.tenantId]);
    await submit.click();
    await dialog
      .getByRole("alert")
      .filter({ hasText: /不存在|没有/ })
      .waitFor();
    await pool.query("update info_models set tenant_id = $2 where id = $1", [licensed, tenantId]);
    await expectAccessible(page);
    await screenshot(page, "licence-1440-zh-CN");
    await submit.click();
    const text = dialog.getByRole("textbox", { name: "许可证" });
    await eventually(() => text.inputValue()).not.toBe("");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "复制许可证" }).click();
    await page.getByText("复制成功").first().waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await text.inputValue());
  });

  it.each(lookOf("zh-CN", 390))(
    "a non-CAN device's fields are seen live and in history, as curves and as a table, at $width px in $locale [DEV-04]",
    SLOW,
    async ({ locale, width }) => {
      const word = (chinese: string, english: string) => (locale === "zh-CN" ? chinese : english);
      const { name, tenantId } = await newTenant();
      const typeId = await newType(tenantId, word("气象站", "Weather station"), [
        field("temperature", { display_name: word("气温 °C", "Temperature °C"), accuracy: 1 }),
        field("humidity", { display_name: word("湿度 %", "Humidity %"), accuracy: 0 }),
        field("flags", { display_name: word("标志", "Flags"), display_format: "hex" }),
        field("raining", { display_name: word("降雨", "Raining") }),
        field("measured", { display_name: word("测量时间", "Measured"), time_format: "YYYY-MM-DD HH:mm" }),
        field("hidden", { is_display: false }),
      ]);
      const device = await registerDevice(tenantId, { name: word("屋顶 1 号", "Roof 1"), info_model_id: typeId });
      const terminal = await connectTerminal(device);
      onTestFinished(() => terminal.close());
      const report = (time: number, temperature: number) => ({
        time,
        group: "weather",
        values: { temperature, humidity: 55.4, flags: 255, raining: false, measured: time, hidden: 1 },
      });
      const now = Date.now();
      await terminal.points(
        Array.from({ length: 50 }, (_, i) => report(now - (50 - i) * 60_000, 18 + 4 * Math.sin(i / 6))),
      );

      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await signIn(page, { name });
      await page.goto(`/Container/DeviceTypeDetails?id=${typeId}&tab=values`);
      const live = page.getByRole("region", { name: word("最新值", "Newest values") });
      await live.getByText("0xFF").waitFor({ timeout: 120_000 * PATIENCE });
      expect(await live.getByText("hidden").count()).toBe(0);
      await live.getByText("55", { exact: true }).waitFor();
      // What arrives now is seen without a reload.
      await terminal.points([report(Date.now(), 31.25)]);
      await live.getByText("31.3", { exact: true }).waitFor({ timeout: 60_000 * PATIENCE });

      await page.getByRole("img", { name: /weather/ }).waitFor({ timeout: 60_000 * PATIENCE });
      await expectAccessible(page);
      await screenshot(page, `type-values-${width}-${locale}`);
      await page.getByText(word("表格", "Table"), { exact: true }).click();
      await eventually(() => page.getByText("31.3", { exact: true }).count()).toBeGreaterThan(1);
      await expectAccessible(page);
      await screenshot(page, `type-table-${width}-${locale}`);
      await page.reload();
      await eventually(() => page.getByText("31.3", { exact: true }).count()).toBeGreaterThan(1);
    },
  );

  it("the newest data of a device is seen as JSON, and a strange id is explained [STA-04]", SLOW, async () => {
    const { name, tenantId } = await newTenant();
    const device = await registerDevice(tenantId, { name: "json <b>" });
    const terminal = await connectTerminal(device);
    onTestFinished(() => terminal.close());
    await terminal.points([{ time: Date.now(), group: "g", values: { text: "<img src=x onerror=alert(1)>", n: 1.5 } }]);
    await terminal.frames([{ timeUs: Date.now() * 1000, channel: 1, id: 0x123, data: [0xde, 0xad] }]);
    const page = await openPage();
    await signIn(page, { name });
    await page.goto(`/Container/JsonView?id=${device.thingsId}`);
    await page.getByText("<img src=x onerror=alert(1)>").waitFor({ timeout: 120_000 * PATIENCE });
    await page.getByText('"DEAD"').waitFor({ timeout: 60_000 * PATIENCE });
    await expectAccessible(page);
    await screenshot(page, "json-1440-zh-CN");
    await page.getByRole("button", { name: "编辑设备帧" }).click();
    await page.waitForURL(/DeviceFrameEdit\?id=/);
    await page.getByRole("heading", { name: "新的一帧" }).waitFor();
    // The device's own menu leads to both pages.
    await page.goto(`/Container/HomePage/DeviceDetails?id=${device.thingsId}`);
    await page.getByRole("button", { name: "更多操作" }).click();
    await page.getByRole("menuitem", { name: "JSON 视图" }).click();
    await page.waitForURL(/JsonView\?id=/);
    await page.getByText('"DEAD"').waitFor({ timeout: 60_000 * PATIENCE });
    await page.goto("/Container/JsonView?id=7a6a2a3e-5f0a-4c06-9a0e-0f7d3c1b2a90");
    await page.getByText("没有这台设备").waitFor();
    await expectAccessible(page);
  });

  it("frames are edited as a list, checked, sent and saved as a command list [STA-04]", SLOW, async () => {
    const { name, tenantId } = await newTenant();
    const device = await registerDevice(tenantId, { name: "frame edit" });
    const fleet = startFleet({
      url: mqttUrl(),
      devices: [{ id: device.deviceId, key: device.key, vehicle: "ev" }],
      log: () => undefined,
    });
    onTestFinished(() => fleet.stop());
    const page = await openPage();
    await signIn(page, { name });
    await page.goto(`/Container/HomePage/DeviceDetails?id=${device.thingsId}`);
    await page
      .locator("header")
      .getByText("在线", { exact: true })
      .waitFor({ timeout: 60_000 * PATIENCE });
    await page.getByRole("button", { name: "更多操作" }).click();
    await page.getByRole("menuitem", { name: "编辑设备帧" }).click();
    await page.waitForURL(/DeviceFrameEdit\?id=/);
    // The new frame waits unseen while another is changed.
    const id = page.getByLabel("帧 ID（十六进制）").filter({ visible: true });
    const data = page.getByLabel("数据（十六进制）").filter({ visible: true });
    const take = page.getByRole("button", { name: "加入列表" });
    const items = page.getByRole("list", { name: "列表内容" }).getByRole("listitem");
    await id.fill("800");
    await data.fill("123");
    await take.click();
    await page.getByText("标准帧 ID 为 0x0-0x7FF").waitFor();
    await page.getByText("数据须为偶数个十六进制字符").waitFor();
    await id.fill("6A1");
    await data.fill("1122");
    await take.click();
    await eventually(() => items.filter({ hasText: "6A1" }).count()).toBe(1);
    await id.fill("6A2");
    await data.fill("33");
    await take.click();
    await eventually(() => items.count()).toBe(2);
    // One of them is changed in its place, and they change places.
    await page.getByRole("button", { name: "修改第 1 条" }).click();
    await page.getByRole("heading", { name: "修改第 1 帧" }).waitFor();
    await data.fill("1122AA");
    await page.getByRole("button", { name: "更新列表" }).click();
    await eventually(() => items.first().textContent()).toMatch(/1122AA|11 22 AA/);
    await page.getByRole("button", { name: "上移第 2 条" }).click();
    await eventually(() => items.first().textContent()).toContain("6A2");
    expect(await id.inputValue()).toBe("6A2");
    // A change can be given up.
    await page.getByRole("button", { name: "修改第 1 条" }).click();
    await page.getByRole("button", { name: "取消", exact: true }).click();
    await page.getByRole("heading", { name: "新的一帧" }).waitFor();
    await expectAccessible(page);
    await screenshot(page, "frame-edit-1440-zh-CN");

    await page.getByRole("button", { name: "发送列表" }).click();
    await eventually(() => page.getByLabel("列表名称").getAttribute("aria-invalid")).toBe("true");
    await page.getByLabel("列表名称").fill("唤醒");
    await page.getByRole("button", { name: "发送列表" }).click();
    await page
      .getByText("设备已发送 2 / 2 帧")
      .first()
      .waitFor({ timeout: 30_000 * PATIENCE });
    await page.getByRole("button", { name: "保存", exact: true }).click();
    await page.getByText("已保存列表 唤醒").first().waitFor();
    await page.reload();
    await page.getByLabel("已保存的列表").selectOption({ label: "唤醒" });
    await eventually(() => items.count()).toBe(2);
    const { pool } = await database();
    const kept = await pool.query("select state, params from device_commands where things_id = $1", [device.thingsId]);
    expect(kept.rows).toMatchObject([
      { state: "done", params: { frames: [{ id: 0x6a2 }, { id: 0x6a1, data: "1122AA" }] } },
    ]);
  });
});
