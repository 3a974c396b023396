import { FIRST_CHANNEL } from "@canopy/contract/device-link/channels";
import type { Page } from "playwright-core";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { insertSet, LABELS } from "../../apps/server/devices/fleet/named-set-store.ts";
import { grantLevel } from "../../apps/server/testing/terminals/test-device.ts";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore, database, newAccount } from "../support/store.ts";
import { connectTerminal, registerDevice } from "../support/terminal.ts";
import { eventually, lookOf, signIn, signInAtHome } from "../support/visitors.ts";
import { call, makeRule, unfoldTest } from "./alarm-fleet.ts";

const SLOW = { timeout: 300_000 * PATIENCE };
const LIN1 = FIRST_CHANNEL.lin;

const WORDS = {
  "zh-CN": {
    name: "规则名称",
    channel: "通道",
    thisDevice: "本设备",
    allDevices: "全部设备",
    id: "ID（十六进制）",
    operator: "运算符",
    value: "值",
    fires3: "会触发 3 次",
    hold: "持续 10 s → 1×",
    holdField: "持续（秒，0-3600）",
    timeout: "无新帧仍有效（秒，0-60）",
    fires1: "会触发 1 次",
    label: "标签",
    applies: "对 2 台设备生效",
    testLabel: "在该标签的设备上回测",
    found: "已搜索 2/2 台设备 · 1 台出现过，共 1 次",
    device: "+ 设备",
    filledValue: "+ 值",
    filled: "发送为：EV-01 58.3",
    escalate: "未确认则上报",
    who: "上报给（逗号分隔）",
    calendar: "按日程通知",
    saturday: "周六",
    from: "从",
    email: "邮件",
    targets: "接收方（逗号分隔）",
    every: "间隔（分钟，至少 60）",
    tooOften: "每 60 分钟最多 1 次",
    test: "发送测试",
    tested: /leader@example\.org: (未配置服务商，已留在发件箱|已发送)/,
    command: "指令",
    over: "恢复时下发指令",
    kept: /草稿已保存/,
    cancel: "取消",
    leave: "规则尚未保存",
    keep: "保留草稿并离开",
    create: "新建规则",
    saveOn: "保存并启用",
    sendNow: "立即下发",
    reallySent: "指令“开始记录”会立即真实下发到设备 EV-01，不等待触发。",
    offline: "EV-02 离线，无法下发指令",
    hook: "Webhook",
    secretUnkept: "签名密钥不保存在草稿中。",
    secretLost: "签名密钥未保存在草稿中，请重新输入。",
    chip: "标签 Road test · 2 台设备",
  },
  "en-US": {
    name: "Rule name",
    channel: "Channel",
    thisDevice: "This device",
    allDevices: "All devices",
    id: "ID (hex)",
    operator: "Operator",
    value: "Value",
    fires3: "fires 3×",
    hold: "true for 10 s → 1×",
    holdField: "True for (s, 0-3600)",
    timeout: "Counts without a frame for (s, 0-60)",
    fires1: "fires 1×",
    label: "Label",
    applies: "applies to 2 devices",
    testLabel: "Test on the devices of the label",
    found: "2 of 2 devices searched · 1 met it, 1 times",
    device: "+ device",
    filledValue: "+ value",
    filled: "Sent as: EV-01 58.3",
    escalate: "Escalate when nobody acknowledges",
    who: "To (separated by commas)",
    calendar: "Notify in these hours",
    saturday: "Sat",
    from: "From",
    email: "E-mail",
    targets: "Recipients (separated by commas)",
    every: "Every (min, at least 60)",
    tooOften: "Not more often than once in 60 minutes",
    test: "Send a test",
    tested: /leader@example\.org: (no provider is set up; kept in the outbox|sent)/,
    command: "Command",
    over: "Send a command when it is over",
    kept: /Draft kept/,
    cancel: "Cancel",
    leave: "The rule is not saved",
    keep: "Keep the draft and leave",
    create: "New rule",
    saveOn: "Save and enable",
    sendNow: "Send it now",
    reallySent: "The command “Start recording” really goes to the device EV-01 now, without an alarm.",
    offline: "EV-02 is offline: no command can be sent",
    hook: "Webhook",
    secretUnkept: "The signing secret is not kept in the draft.",
    secretLost: "The signing secret is not kept in the draft: type it again.",
    chip: "label Road test · 2 devices",
  },
} as const;
type Words = (typeof WORDS)["zh-CN"] | (typeof WORDS)["en-US"];

/** Two devices of a label; the first was over 50 for two, three and twelve seconds. */
async function labelledDevices(tenantId: string): Promise<string> {
  const { db, pool } = await database();
  const label = await insertSet(db, LABELS, tenantId, "Road test");
  const devices = [
    await registerDevice(tenantId, { name: "EV-01" }),
    await registerDevice(tenantId, { name: "EV-02" }),
  ];
  for (const { thingsId } of devices)
    await pool.query("insert into thing_labels (tenant_id, things_id, label_id) values ($1, $2, $3)", [
      tenantId,
      thingsId,
      label?.id,
    ]);
  const [first] = devices as [(typeof devices)[0], ...typeof devices];
  const terminal = await connectTerminal(first);
  onTestFinished(() => terminal.close());
  const beganUs = (Date.now() - 180_000) * 1000;
  const isOver = (s: number) => (s >= 5 && s < 7) || (s >= 40 && s < 43) || (s >= 70 && s < 83);
  const frames = Array.from({ length: 120 }, (_, s) => ({
    timeUs: beganUs + s * 1_000_000,
    channel: 0,
    id: 0x310,
    data: [isOver(s) ? 60 : 10],
  }));
  await terminal.frames(frames);
  return first.thingsId;
}

async function fillWatch(page: Page, words: Words): Promise<void> {
  await page.getByRole("textbox", { name: words.name }).fill("Cell too hot");
  await page.getByLabel(words.id).fill("310");
  await page.getByLabel(words.operator).selectOption({ label: ">" });
  await page.getByLabel(words.value, { exact: true }).fill("50");
}

/** Text, escalation, hours and actions. */
async function fillRest(page: Page, words: Words): Promise<void> {
  await page.getByLabel(words.timeout).fill("30");
  await page.getByRole("button", { name: words.device, exact: true }).click();
  await page.getByRole("button", { name: words.filledValue, exact: true }).click();
  await page.getByRole("checkbox", { name: words.escalate }).check();
  await page.getByLabel(words.who).fill("chief@example.org");
  await page.getByRole("radio", { name: words.calendar }).check();
  await page.getByRole("checkbox", { name: words.saturday }).check();
  await page.getByLabel(words.from, { exact: true }).fill("22:00");
  await page.getByRole("checkbox", { name: words.email, exact: true }).check();
  await page.getByLabel(words.targets).fill("leader@example.org");
  await page.getByRole("checkbox", { name: words.command, exact: true }).check();
  await page.getByRole("checkbox", { name: words.over }).check();
}

journeys("the rule editor", () => {
  afterAll(closeStore);

  it.each(lookOf("en-US", 1440))(
    "makes a rule on a label, tests it there and with other limits, and says at once what it takes at $width px in $locale [TRG-01] [TRG-04] [TRG-07]",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const account = await newAccount();
      const thingsId = await labelledDevices(account.tenantId);
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await signIn(page, account);
      const editor = `/Container/EditTriggerRule?device=${thingsId}`;
      await page.goto(editor);
      await unfoldTest(page);
      await fillWatch(page, words);
      await page.getByText(words.fires3).waitFor();

      // A click takes what was tried.
      await page.getByRole("button", { name: words.hold }).click();
      await eventually(() => page.getByLabel(words.holdField).inputValue()).toBe("10");
      await page.getByText(words.fires1).waitFor();
      await page.getByRole("radio", { name: words.label, exact: true }).check();
      await page.getByText(words.applies).waitFor();
      await page.getByRole("button", { name: words.testLabel }).click();
      await page.getByText(words.found).waitFor();

      await fillRest(page, words);
      await page.getByText(words.filled).waitFor();
      const every = page.getByLabel(words.every);
      await every.fill("30");
      await page.getByText(words.tooOften).waitFor();
      await every.fill("60");
      await page.getByRole("button", { name: words.test }).first().click();
      await eventually(() => page.getByRole("status").allTextContents()).toContainEqual(
        expect.stringMatching(words.tested),
      );
      await expectAccessible(page);
      await screenshot(page, `rule-editor-whole-${width}-${locale}`);

      await page.getByRole("button", { name: words.saveOn }).click();
      await page.getByText(words.chip).waitFor();
      const { list } = await call<{ list: object[] }>(page, "GET", "/alarm-rules");
      expect(list).toMatchObject([
        {
          name: "Cell too hot",
          enabled: true,
          hold_s: 10,
          timeout_s: 30,
          description: "{device} {value}",
          scope: { kind: "label" },
          escalate: { after_min: 15, kind: "email", targets: ["chief@example.org"] },
          hours: { days: [1, 2, 3, 4, 5, 6], from_min: 1320, to_min: 1080 },
          actions: [
            { kind: "email", targets: ["leader@example.org"], every_min: 60 },
            { kind: "command", command: { method: "record.start", params: {} } },
          ],
          recover: { command: { method: "record.stop", params: {} } },
        },
      ]);
    },
  );

  it.each(lookOf("zh-CN", 390))(
    "keeps a draft in the browser, and asks before it is left at $width px in $locale [TRG-01]",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const account = await newAccount();
      const { thingsId } = await registerDevice(account.tenantId, { name: "EV-01" });
      const page = await openPage({ locale, width, height: 844 });
      await signIn(page, account);
      await page.goto(`/Container/EditTriggerRule?device=${thingsId}`);
      const name = page.getByRole("textbox", { name: words.name });
      await name.fill("Half done");
      await page.getByText(words.kept).waitFor();
      await page.reload();
      await eventually(() => name.inputValue()).toBe("Half done");

      await page.getByRole("button", { name: words.cancel, exact: true }).click();
      const dialog = page.getByRole("dialog", { name: words.leave });
      await dialog.waitFor();
      await expectAccessible(page);
      await screenshot(page, `rule-editor-leave-${width}-${locale}`);
      await dialog.getByRole("button", { name: words.cancel, exact: true }).click();
      expect(await name.inputValue()).toBe("Half done");
      await page.getByRole("button", { name: words.cancel, exact: true }).click();
      await dialog.getByRole("button", { name: words.keep }).click();
      await page.getByRole("button", { name: words.create }).click();
      await eventually(() => name.inputValue()).toBe("Half done");
    },
  );

  it.each(lookOf("en-US", 1440))(
    "has for a sub-user this device alone, names the channel of the rule, and undoes recipients at $width px in $locale [TRG-01] [USR-03]",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const account = await newAccount();
      const { thingsId } = await registerDevice(account.tenantId, { name: "EV-01" });
      const sub = await newAccount({ tenant: account.name, role: "sub", tenantLevel: "write" });
      await grantLevel((await database()).db, { ...sub, tenantId: account.tenantId }, thingsId, "write");
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await signInAtHome(page, { name: `${sub.name}@${account.name}` });
      const email = { kind: "email", targets: ["li@example.org"], every_min: 60 };
      const scope = { kind: "device", id: thingsId };
      const id = await makeRule(page, "On a LIN bus", { scope, channel: LIN1, actions: [email] });
      await page.goto(`/Container/EditTriggerRule?id=${id}`);
      const channel = page.getByLabel(words.channel, { exact: true });
      await eventually(() => channel.inputValue()).toBe(String(LIN1));
      await page.getByRole("radio", { name: words.thisDevice, exact: true }).waitFor();
      expect(await page.getByRole("radio", { name: words.allDevices, exact: true }).count()).toBe(0);

      const targets = page.getByLabel(words.targets);
      await targets.fill("li@example.org, wang@example.org");
      await channel.focus();
      await page.keyboard.press("Control+z");
      await eventually(() => targets.inputValue()).toBe("li@example.org");
    },
  );

  it.each(lookOf("en-US", 390))(
    "sends the test of a command to the device after a question, not to one that is offline; a draft has no secrets at $width px in $locale [TRG-01] [TRG-04]",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const account = await newAccount();
      const device = await registerDevice(account.tenantId, { name: "EV-01" });
      const away = await registerDevice(account.tenantId, { name: "EV-02" });
      const terminal = await connectTerminal(device);
      onTestFinished(() => terminal.close());
      const heard: string[] = [];
      await terminal.listen(({ method }) => heard.push(method));
      const page = await openPage({ locale, width, height: 844 });
      await signIn(page, account);
      await page.goto(`/Container/EditTriggerRule?device=${device.thingsId}`);
      await page.getByRole("checkbox", { name: words.command, exact: true }).check();
      const test = page.getByRole("button", { name: words.test });
      await eventually(() => test.getAttribute("aria-disabled")).toBe(null);
      await test.click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText(words.reallySent).waitFor();
      expect(heard).toEqual([]);
      await expectAccessible(page);
      await screenshot(page, `rule-editor-command-${width}-${locale}`);
      await dialog.getByRole("button", { name: words.sendNow }).click();
      await eventually(() => heard).toEqual(["record.start"]);

      await page.getByRole("checkbox", { name: words.hook, exact: true }).check();
      await page.getByLabel(words.targets).fill("https://example.org/hook#secret");
      await page.getByText(words.secretUnkept).waitFor();
      await page.reload();
      await page.getByText(words.secretLost).waitFor();

      await page.goto(`/Container/EditTriggerRule?device=${away.thingsId}`);
      await page.getByRole("checkbox", { name: words.command, exact: true }).check();
      await eventually(() => test.getAttribute("aria-disabled")).toBe("true");
      await test.focus();
      await page.getByText(words.offline).first().waitFor();
    },
  );
});
