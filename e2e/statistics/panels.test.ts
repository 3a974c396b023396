import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { setPackage } from "../../apps/server/capacity/package-store.ts";
import { UNLIMITED_PACKAGE } from "../../packages/contract/capacity/package.ts";
import { call } from "../alarms/alarm-fleet.ts";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { drivenDevice } from "../support/driven-device.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore, database, newAccount } from "../support/store.ts";
import { eventually, type Locale, lookOf, signInAtHome } from "../support/visitors.ts";
import { PANELS, sendingDevice, widget } from "./panel-device.ts";

const SLOW = { timeout: 300_000 * PATIENCE };

const WORDS = {
  "zh-CN": {
    screens: "大屏",
    panels: "面板",
    new: "新建面板",
    name: "面板名称",
    value: "数值",
    gauge: "仪表",
    lamp: "指示灯",
    bar: "条形",
    curve: "曲线",
    map: "地图",
    table: "表格",
    picture: "图片",
    choosePicture: "选择图片…",
    command: "指令按钮",
    device: "设备",
    choose: /^选择信号/,
    close: "关闭",
    list: "已保存的指令列表",
    least: "最小值",
    undo: "撤销",
    save: "保存",
    edit: "编辑",
    share: "共享…",
    make: "创建链接",
    link: "链接",
    revoke: "撤销",
    ended: "此链接已失效",
    send: "下发",
    full: /面板已达上限/,
  },
  "en-US": {
    screens: "Big screens",
    panels: "Panels",
    new: "New panel",
    name: "Name of the panel",
    value: "Value",
    gauge: "Gauge",
    lamp: "Lamp",
    bar: "Bar",
    curve: "Curve",
    map: "Map",
    table: "Table",
    picture: "Picture",
    choosePicture: "Choose a picture…",
    command: "Command",
    device: "Device",
    choose: /^Choose signals/,
    close: "Close",
    list: "Saved command list",
    least: "Minimum",
    undo: "Undo",
    save: "Save",
    edit: "Edit",
    share: "Share…",
    make: "Make a link",
    link: "Link",
    revoke: "Revoke",
    ended: "This link has ended",
    send: "Send",
    full: /all its panels/,
  },
} as const satisfies Record<Locale, Record<string, string | RegExp>>;
type Words = (typeof WORDS)[Locale];

const tileOf = (page: Page, name: string | RegExp) => page.getByRole("button", { name, pressed: true });

const SIGNAL_KINDS = ["value", "gauge", "lamp", "bar", "curve", "table"] as const;
type SignalKind = (typeof SIGNAL_KINDS)[number];

/** Adds a widget of the chosen device with the signal of its DBC. */
async function addWithSignal(page: Page, words: Words, kind: SignalKind) {
  const form = page.getByRole("region", { name: words[kind], exact: true });
  await page.getByRole("button", { name: words[kind], exact: true }).click();
  await form.getByLabel(words.device).selectOption({ label: "台架 5" });
  await form.getByRole("button", { name: words.choose }).click();
  const picker = page.getByRole("dialog");
  await picker.getByRole("checkbox", { name: "Voltage (V)" }).click();
  if (kind === "table" || kind === "bar")
    await picker.getByRole("button", { name: words.close, exact: true }).last().click();
  await picker.waitFor({ state: "hidden" });
  if (kind !== "gauge") return;
  // Sign first, as one types.
  const least = form.getByLabel(words.least);
  await least.fill("");
  await least.pressSequentially("-40");
  expect(await least.inputValue()).toBe("-40");
}

/** Its content decides, whatever its name says. */
async function addPicture(page: Page, words: Words) {
  await page.getByRole("button", { name: words.picture, exact: true }).click();
  const input = page.getByRole("region", { name: words.picture, exact: true }).locator('input[type="file"]');
  await input.setInputFiles({ name: "code.png", mimeType: "image/png", buffer: Buffer.from("<svg></svg>") });
  await page
    .getByRole("alert")
    .getByText(/PNG.*GIF/)
    .waitFor();
  await input.setInputFiles({ name: "photo.png", mimeType: "image/png", buffer: await photo(page) });
  await widget(page, "picture").getByRole("img").waitFor();
}

/** Larger than a panel takes, so that it is made smaller. */
const photo = async (page: Page) => {
  const text = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    canvas.width = 900;
    canvas.height = 600;
    const paper = canvas.getContext("2d");
    if (!paper) throw new Error("no canvas");
    const pixels = paper.createImageData(900, 600);
    for (let i = 0; i < pixels.data.length; i += 1)
      pixels.data[i] = i % 4 === 3 ? 255 : (Math.floor(i / 3600) * 3 + ((i * 7919) % 61)) % 256;
    paper.putImageData(pixels, 0, 0);
    paper.fillStyle = "#0f8a4f";
    paper.fillRect(250, 150, 400, 300);
    return canvas.toDataURL("image/png");
  });
  return Buffer.from(text.slice(text.indexOf(",") + 1), "base64");
};

journeys("panels of one's own", () => {
  afterAll(closeStore);

  it.each([...lookOf("en-US", 1440), ...lookOf("zh-CN", 1440)])(
    "every kind of widget is added, moved by keys and by drag, undone, saved and lives; a link shows it until it is revoked, in $locale [STA-05]",
    SLOW,
    async ({ locale }) => {
      const words = WORDS[locale];
      const { account, device } = await sendingDevice();
      const page = await openPage({ locale });
      await signInAtHome(page, account);
      await call(page, "PUT", `/things/${device.thingsId}/command-lists`, {
        name: "Horn",
        frames: [{ channel: 0, id: 1, data: "01" }],
      });
      await page.getByRole("button", { name: words.screens }).click();
      await page.getByRole("menuitem", { name: words.panels }).click();
      await page.waitForURL(`**${PANELS}`);
      await page.getByRole("button", { name: words.new }).click();
      await page.getByLabel(words.name).fill("Bench 5");

      for (const kind of SIGNAL_KINDS) await addWithSignal(page, words, kind);
      await addPicture(page, words);
      await page.getByRole("button", { name: words.map, exact: true }).click();
      const form = page.getByRole("region", { name: words.map, exact: true });
      const tick = form.getByRole("checkbox", { name: "台架 5" });
      if (!(await tick.isChecked())) await tick.check();
      await page.getByRole("button", { name: words.command, exact: true }).click();
      const command = page.getByRole("region", { name: words.command, exact: true });
      await command.getByLabel(words.device).selectOption({ label: "台架 5" });
      await command.getByLabel(words.list).selectOption("Horn");

      // By keys: the command goes right and grows; an undo takes back one step.
      const tile = tileOf(page, /Horn/);
      const before = await tile.getAttribute("aria-label");
      await tile.focus();
      await page.keyboard.press("ArrowRight");
      await eventually(() => tile.getAttribute("aria-label")).not.toBe(before);
      const moved = await tile.getAttribute("aria-label");
      await page.keyboard.press("Shift+ArrowDown");
      await eventually(() => tile.getAttribute("aria-label")).not.toBe(moved);
      await page.getByRole("button", { name: words.undo, exact: true }).click();
      await eventually(() => tile.getAttribute("aria-label")).toBe(moved);

      // By drag: three columns to the right.
      const box = await tile.boundingBox();
      if (!box) throw new Error("the widget is not in sight");
      await tile.hover();
      await page.mouse.down();
      await page.mouse.move(box.x + box.width / 2 + (3 * box.width) / 2, box.y + box.height / 2, { steps: 4 });
      await page.mouse.up();
      await eventually(() => tile.getAttribute("aria-label")).not.toBe(moved);
      await expectAccessible(page);
      await screenshot(page, `panel-designer-${locale}`);
      await page.getByRole("button", { name: words.save, exact: true }).click();
      await page.getByRole("heading", { level: 1, name: "Bench 5" }).waitFor();

      await eventually(() => widget(page, "value").textContent()).toMatch(/9\.9\s*V/);
      await eventually(() => widget(page, "table").textContent()).toMatch(/9\.9/);
      await eventually(() => widget(page, "bar").locator("[data-bar]").getAttribute("data-bar")).toBe("10");
      const shown = widget(page, "picture").getByRole("img");
      await eventually(() => shown.evaluate((one) => Reflect.get(one, "naturalWidth"))).toBeGreaterThan(100);
      await eventually(() => widget(page, "curve").locator("polyline").getAttribute("points")).toMatch(/,.* .*,/);
      await eventually(() => widget(page, "map").locator("[data-device]").count()).toBe(1);
      await eventually(() => widget(page, "lamp").locator("[data-state]").getAttribute("data-state")).toBe("on");
      await widget(page, "command").getByRole("button", { name: "Horn" }).click();
      await page.getByRole("dialog").getByRole("button", { name: words.send, exact: true }).waitFor();
      await page.keyboard.press("Escape");
      await expectAccessible(page);
      await screenshot(page, `panel-${locale}`);

      await page.getByRole("button", { name: words.share }).click();
      await page.getByRole("button", { name: words.make }).click();
      const link = await page.getByRole("textbox", { name: words.link }).inputValue();
      await screenshot(page, `panel-share-${locale}`);

      // Somebody without an account; the code leaves the address, and no command is there.
      const guest = await openPage({ locale });
      await guest.goto(link);
      await guest.getByRole("heading", { name: "Bench 5" }).waitFor();
      expect(guest.url()).toMatch(/\/can_panel\/$/);
      await eventually(() => widget(guest, "value").textContent()).toMatch(/9\.9\s*V/);
      await widget(guest, "picture").getByRole("img").waitFor();
      expect(await widget(guest, "command").count()).toBe(0);
      expect(await widget(guest, "map").count()).toBe(0);
      await expectAccessible(guest);
      await screenshot(guest, `panel-shared-${locale}`);
      await guest.reload();
      await guest.getByRole("heading", { name: "Bench 5" }).waitFor();

      await page.getByRole("dialog").getByRole("button", { name: words.revoke, exact: true }).click();
      await guest.getByText(words.ended).waitFor();
      await guest.goto(`/can_panel/#${"x".repeat(43)}`);
      await guest.getByText(words.ended).waitFor();
    },
  );

  it(
    "a panel whose signal went says so while the others live; at the limit no more are made [STA-05] [CAP-01]",
    SLOW,
    async () => {
      const { account, device, dbcId } = await sendingDevice();
      const page = await openPage({ locale: "en-US" });
      await signInAtHome(page, account);
      const signal = { channel: 0, dbc_id: dbcId, message_id: 256, is_extended: false, signal: "Voltage" };
      const one = { y: 0, w: 4, h: 2, kind: "value", device_ids: [device.thingsId] };
      const { data } = await call<{ data: { panel_id: string } }>(page, "POST", "/panels", {
        name: "Half",
        widgets: [
          { ...one, id: "a", x: 0, signals: [signal] },
          { ...one, id: "b", x: 4, signals: [{ ...signal, signal: "Current" }] },
        ],
      });
      await page.goto(`${PANELS}/Editor?id=${data.panel_id}`);
      await eventually(() => widget(page, "value").first().textContent()).toMatch(/9\.9\s*V/);
      await page.getByText(/Current: .*; choose another signal/).waitFor();

      const { list } = await call<{ list: unknown[] }>(page, "GET", "/panels");
      await setPackage((await database()).db, account.tenantId, { ...UNLIMITED_PACKAGE, hmi: list.length });
      await page.goto(PANELS);
      const add = page.getByRole("button", { name: "New panel" });
      await eventually(() => add.getAttribute("aria-disabled")).toBe("true");
      await add.hover();
      await page.getByText(WORDS["en-US"].full).first().waitFor();
      expect(await page.getByRole("button", { name: "Import…" }).getAttribute("aria-disabled")).toBe("true");
    },
  );

  it("a command button sends its saved list after a question, and says how it went [STA-05]", SLOW, async () => {
    const { account, device } = await drivenDevice("ev", "EV-01");
    const page = await openPage({ locale: "en-US" });
    await signInAtHome(page, account);
    const list = { name: "Horn", frames: [{ channel: 0, id: 1, data: "01" }] };
    await call(page, "PUT", `/things/${device.thingsId}/command-lists`, list);
    const button = { id: "a", kind: "command", x: 0, y: 0, w: 3, h: 2, device_ids: [device.thingsId], command: "Horn" };
    const { data } = await call<{ data: { panel_id: string } }>(page, "POST", "/panels", {
      name: "Act",
      widgets: [button],
    });
    await page.goto(`${PANELS}/Editor?id=${data.panel_id}`);
    const send = widget(page, "command").getByRole("button", { name: "Horn" });
    await eventually(() => send.getAttribute("aria-disabled")).toBeNull();
    await send.click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("“Horn” with 1 frame is sent to EV-01.").waitFor();
    await dialog.getByRole("button", { name: "Send", exact: true }).click();
    await widget(page, "command").getByText("sent", { exact: true }).waitFor();
  });

  it(
    "a command button says that its list repeats, asks before it is left, and stops it [STA-05] [DEV-06]",
    SLOW,
    async () => {
      const { account, device } = await drivenDevice("ev", "EV-02");
      const page = await openPage({ locale: "en-US" });
      await signInAtHome(page, account);
      const list = { name: "Wake up", frames: [{ channel: 0, id: 0x7df, data: "01" }], repeat: 0, period_ms: 100 };
      await call(page, "PUT", `/things/${device.thingsId}/command-lists`, list);
      const button = {
        id: "a",
        kind: "command",
        x: 0,
        y: 0,
        w: 4,
        h: 3,
        device_ids: [device.thingsId],
        command: "Wake up",
      };
      const { data } = await call<{ data: { panel_id: string } }>(page, "POST", "/panels", {
        name: "Act",
        widgets: [button],
      });
      await page.goto(`${PANELS}/Editor?id=${data.panel_id}`);
      const tile = widget(page, "command");
      const send = tile.getByRole("button", { name: "Wake up" });
      await eventually(() => send.getAttribute("aria-disabled")).toBeNull();
      await send.click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText("It repeats every 100 ms until somebody stops it.").waitFor();
      await dialog.getByRole("button", { name: "Send", exact: true }).click();
      await tile.getByText(/^Sending 0x7DF every 100 ms/).waitFor();
      await expectAccessible(page);
      // Its page is there: whoever started it is asked before he leaves.
      const { list: running } = await call<{ list: unknown[] }>(
        page,
        "GET",
        `/things/${device.thingsId}/transmissions`,
      );
      expect(running).toMatchObject([{ attended: true, repeat: 0 }]);
      await page.getByRole("button", { name: "Back", exact: true }).click();
      await page
        .getByRole("dialog", { name: "The device goes on sending" })
        .getByRole("button", { name: "Stay" })
        .click();
      await tile.getByRole("button", { name: "Stop", exact: true }).click();
      await eventually(() => tile.getByRole("button", { name: "Stop", exact: true }).count()).toBe(0);
      await tile.getByText("ended", { exact: true }).waitFor();
    },
  );

  it.each(lookOf("zh-CN", 390))("a panel on a phone is one column [STA-05]", SLOW, async ({ locale, width }) => {
    const account = await newAccount();
    const page = await openPage({ locale, width, height: 844 });
    await signInAtHome(page, account);
    await page.goto(PANELS);
    await page.getByRole("button", { name: WORDS[locale].new }).click();
    await page.getByRole("button", { name: WORDS[locale].value, exact: true }).click();
    await page.getByRole("button", { name: WORDS[locale].curve, exact: true }).click();
    const boxes = await page
      .locator("[data-widget]")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
    expect(new Set(boxes).size).toBe(1);
    await screenshot(page, `panel-designer-${width}-${locale}`);
  });
});
