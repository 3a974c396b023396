import { afterAll, expect, it, onTestFinished } from "vitest";
import { unfoldTest } from "../alarms/alarm-fleet.ts";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore, newAccount } from "../support/store.ts";
import { connectTerminal, registerDevice } from "../support/terminal.ts";
import { eventually, lookOf, reach, signIn } from "../support/visitors.ts";

const SLOW = { timeout: 300_000 * PATIENCE };
const METRES_PER_DEG = 111_194.93;
const NAME = "North yard";

const WORDS = {
  "zh-CN": {
    create: "新建围栏",
    name: "名称",
    goTo: "前往坐标",
    map: "围栏地图",
    radius: "半径（米）",
    size: "半径或走廊半宽须为 50",
    edge: "半径手柄",
    undo: "撤销",
    trial: "按已有轨迹试算",
    entered: "次进入",
    saveAlarm: "保存并建立报警",
    enter: "驶入时报警",
    rule: "驶入 North yard",
    ruleName: "规则名称",
    fires: "会触发 1 次",
    saveOn: "保存并启用",
    watches: "驶入 North yard 持续 30 s",
    more: "North yard 的更多操作",
    remove: "删除",
    active: "进行中",
    inside: "当前在围栏 North yard 内的设备：1 台",
  },
  "en-US": {
    create: "New fence",
    name: "Name",
    goTo: "Go to",
    map: "Map of fences",
    radius: "Radius (m)",
    size: "The radius",
    edge: "Handle of the radius",
    undo: "Undo",
    trial: "Over these tracks",
    entered: "in",
    saveAlarm: "Save and make alarm",
    enter: "Alarm on entering",
    rule: "Entered North yard",
    ruleName: "Rule name",
    fires: "fires 1×",
    saveOn: "Save and enable",
    watches: "enters North yard for 30 s",
    more: "More of North yard",
    remove: "Delete",
    active: "active",
    inside: "Devices inside North yard now: 1",
  },
} as const;

/** Metres north of the middle of the fence. */
const position = (time: number, metres: number) => ({
  time,
  latitude: 31.2 + metres / METRES_PER_DEG,
  longitude: 121.4,
});

journeys("fences", () => {
  afterAll(closeStore);

  it.each(lookOf("en-US", 1440))(
    "are drawn, judged by past drives, and ring when a device drives in at $width px in $locale [GPS-02] [GPS-03]",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const account = await newAccount();
      const device = await registerDevice(account.tenantId, { name: "EV-01" });
      const terminal = await connectTerminal(device);
      onTestFinished(() => terminal.close());
      // An hour ago it drove in and out once.
      const before = Date.now() - 3_600_000;
      await terminal.positions(
        [2000, 900, 300, 200, 100, 0, 0, 900, 1500, 2000, 2500].map((m, i) => position(before + i * 20_000, m)),
      );
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await signIn(page, account);
      await page.goto("/Container/EFenceManager");
      await page.getByRole("button", { name: words.create }).first().click();

      await page.getByRole("textbox", { name: words.name, exact: true }).fill(NAME);
      const map = page.getByRole("region", { name: words.map });
      await eventually(() => map.getAttribute("data-map")).not.toBe("loading");
      await page.getByLabel(words.goTo).fill("31.2, 121.4");
      await page.getByLabel(words.goTo).press("Enter");
      const box = await map.boundingBox();
      if (!box) throw new Error("no map");
      // A click in the middle of the map places the circle, typing and keys refine it.
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      await page.getByRole("button", { name: words.edge }).waitFor();
      const radius = page.getByLabel(words.radius);
      await radius.fill("20");
      const tooSmall = page.getByRole("alert").filter({ hasText: words.size });
      await tooSmall.waitFor();
      await radius.fill("500");
      await eventually(() => tooSmall.count()).toBe(0);
      const edge = page.getByRole("button", { name: words.edge });
      await edge.focus();
      await page.keyboard.press("Shift+ArrowRight");
      await eventually(() => radius.inputValue()).toBe("510");
      await page.getByRole("button", { name: words.undo }).click();
      await eventually(() => radius.inputValue()).toBe("500");

      // GPS-03: the drive of an hour ago is judged before the fence rings.
      const trial = page.getByRole("region", { name: words.trial });
      await eventually(() => trial.textContent()).toContain(`1 ${words.entered}`);
      await expectAccessible(page);
      await screenshot(page, `fence-editor-${width}-${locale}`);
      await (await reach(page.getByRole("button", { name: words.saveAlarm }))).click();
      await page.getByRole("menuitem", { name: words.enter }).click();
      // The rule is filled with the fence; a device is chosen to test it with.
      await page.getByRole("button", { name: "EV-01" }).click();
      await eventually(() => page.getByRole("textbox", { name: words.ruleName }).inputValue()).toBe(words.rule);
      await unfoldTest(page);
      await page.getByText(words.fires).waitFor();
      await page.getByRole("button", { name: words.saveOn }).click();
      await page.getByText(words.watches).waitFor();
      await page.goto("/Container/EFenceManager");
      await page.getByRole("button", { name: words.more }).waitFor();
      await expectAccessible(page);
      await screenshot(page, `fences-${width}-${locale}`);

      // It is in a rule, and stays.
      await page.getByRole("button", { name: words.more }).click();
      const remove = page.getByRole("menuitem", { name: words.remove });
      expect(await remove.getAttribute("aria-disabled")).toBe("true");
      await page.keyboard.press("Escape");

      const inside = page.getByRole("button", { name: words.inside });
      expect(await inside.count()).toBe(0);
      const now = Date.now() - 60_000;
      await terminal.positions([2000, 300, 200, 100].map((m, i) => position(now + i * 18_000, m)));
      await page.reload();
      await inside.click();
      const named = page.getByRole("dialog", { name: words.inside }).getByRole("button", { name: "EV-01" });
      await named.waitFor();
      await screenshot(page, `fences-inside-${width}-${locale}`);
      await named.click();
      await eventually(() => new URL(page.url()).searchParams.get("id")).toBe(device.thingsId);
      await page.goto(`/Container/HomePage/DeviceDetails?id=${device.thingsId}&tab=triggers&sub=events`);
      for (const text of [words.rule, words.active])
        await page.getByText(text).filter({ visible: true }).first().waitFor();
      await screenshot(page, `fence-alarm-${width}-${locale}`);
    },
  );
});
