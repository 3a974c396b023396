import { afterAll, expect, it, onTestFinished } from "vitest";
import { type PushReceiver, pushReceiver } from "../../apps/server/testing/outside/test-push-receiver.ts";
import { boundDevice, counted } from "../support/bound-device.ts";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { closeStore, newAccount } from "../support/store.ts";
import { eventually, reach, signIn, signInAtHome, WORDS } from "../support/visitors.ts";

const PUSH = "/Container/PushRules";
const SECRET = "a secret of the journey";

afterAll(closeStore);

async function receiverOf(): Promise<PushReceiver> {
  const receiver = await pushReceiver(SECRET);
  onTestFinished(() => receiver.close());
  return receiver;
}

journeys("push rules", () => {
  it("a manager makes a rule with its preview, tests it, and the receiver gets signed data [CAP-01] [CAP-06] [STA-03]", async () => {
    const { account, terminal } = await boundDevice();
    const receiver = await receiverOf();
    await terminal.frames(counted(Date.now() - 2000, 100));
    const page = await openPage({ locale: "en-US" });
    await signInAtHome(page, account);
    await page.getByRole("button", { name: WORDS["en-US"].userMenu }).click();
    await page.getByRole("menuitem", { name: "Push rules" }).click();
    await page.waitForURL(`**${PUSH}`);
    await page.getByText("There are no push rules yet").waitFor();
    await page.getByRole("button", { name: "New rule" }).first().click();

    const dialog = page.getByRole("dialog", { name: "New push rule" });
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("A rule name has 1-50 characters").waitFor();
    await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("To the depot");
    await dialog.getByRole("button", { name: "Choose signals" }).click();
    const picker = page.getByRole("dialog", { name: /signals/i }).last();
    await picker.getByRole("checkbox", { name: "Voltage (V)" }).check();
    await picker.getByRole("button", { name: "Close" }).last().click();
    await dialog.getByRole("textbox", { name: "Every (s)" }).fill("1");
    await dialog.getByRole("textbox", { name: "Address of the receiver" }).fill(receiver.url);
    await dialog.getByLabel("Signing secret").fill(SECRET);
    const preview = dialog.getByRole("region", { name: "Preview" });
    await preview.getByText("Newest data of 台架 5").waitFor();
    await eventually(() => preview.textContent()).toContain('"Voltage": 9.9');

    const template = dialog.getByRole("textbox", { name: "Template of the content" });
    await template.fill('{\n  "v": "{{signals.Volt}}"\n}');
    await preview.getByText(/unknown field signals\.Volt \(line 2, column 9\)/).waitFor();
    await template.fill('{"volts": "{{signals.Voltage}}", "of": "{{device.name}}"}');
    await eventually(() => preview.textContent()).toContain('"volts": 9.9');
    await preview.getByRole("button", { name: "Send a test" }).click();
    await preview.getByText(/The receiver answered 204/).waitFor();
    expect(receiver.taken.at(-1)?.body).toEqual({ volts: 9.9, of: "台架 5" });
    await expectAccessible(page);
    await screenshot(page, "push-editor-1440-en");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("The push rule is saved").first().waitFor();
    await page.getByRole("cell", { name: "To the depot", exact: true }).waitFor();

    const before = receiver.taken.length;
    await eventually(async () => {
      await terminal.frames(counted(Date.now(), 10));
      return receiver.taken.length;
    }).toBeGreaterThan(before);
    expect(receiver.taken.at(-1)?.body).toMatchObject({ of: "台架 5" });
    await eventually(() => page.locator('[data-part="push-counts"]').textContent()).toMatch(/[1-9]\d* this month/);
    await screenshot(page, "push-rules-1440-en");
    await page.getByRole("tab", { name: "Deliveries" }).click();
    await page.getByRole("cell", { name: "delivered" }).first().waitFor();
    await page.getByText("HTTP 204").first().waitFor();
    await page.getByRole("row").nth(1).getByRole("button").first().click();
    await eventually(() => page.getByLabel("Content", { exact: true }).textContent()).toContain('"of": "台架 5"');
    await expectAccessible(page);
    await screenshot(page, "push-delivery-1440-en");

    // The operation screen counts them.
    await page.goto("/can_operation/?scene=capacity");
    const figure = async (name: string) => Number(await page.locator(`[data-push="${name}"] dd`).textContent());
    await eventually(() => figure("sent")).toBeGreaterThan(0);
    expect([await figure("waiting"), await figure("failed")]).toEqual([0, 0]);
    await screenshot(page, "operation-push-1440-en");
  });

  it("dead letters are sent again, history is replayed, and a rule goes only when it is disabled [CAP-01]", async () => {
    const { account, terminal } = await boundDevice();
    const receiver = await receiverOf();
    const page = await openPage({ locale: "en-US" });
    await signIn(page, account);
    await page.goto(PUSH);
    await page.getByRole("button", { name: "New rule" }).first().click();
    const dialog = page.getByRole("dialog", { name: "New push rule" });
    await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("Positions");
    await dialog.getByRole("radio", { name: "Positions" }).check();
    await dialog.getByRole("textbox", { name: "Every (s)" }).fill("1");
    await dialog.getByText("There is no data yet: the values are made up").waitFor();
    await dialog.getByRole("textbox", { name: "Address of the receiver" }).fill(receiver.url);
    await dialog.getByLabel("Signing secret").fill(SECRET);
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("The push rule is saved").first().waitFor();

    receiver.instead = () => ({ status: 400 });
    await eventually(async () => {
      await terminal.positions([{ time: Date.now(), latitude: 31, longitude: 121 }]);
      return receiver.calls;
    }).toBeGreaterThan(0);
    await page.getByText(/^[1-9]\d* failed$/).waitFor();
    receiver.instead = undefined;
    await page.getByRole("tab", { name: "Deliveries" }).click();
    const state = await reach(page.getByRole("combobox", { name: "State" }));
    await state.selectOption({ label: "failed" });
    await page.getByText("HTTP 400 no").first().waitFor();
    await screenshot(page, "push-dead-1440-en");
    await page.getByRole("button", { name: "Resend" }).first().click();
    await eventually(() => receiver.taken.length).toBeGreaterThan(0);

    const sent = receiver.taken.length;
    await page.getByRole("tab", { name: "Rules" }).click();
    await page.getByRole("button", { name: "Actions of Positions" }).click();
    await page.getByRole("menuitem", { name: "Replay history" }).click();
    const replay = page.getByRole("dialog", { name: "Replay history: Positions" });
    await replay.getByRole("button", { name: "Start the replay" }).click();
    await replay.getByText("done", { exact: true }).waitFor();
    await eventually(() => receiver.taken.length).toBeGreaterThan(sent);
    await expectAccessible(page);
    await screenshot(page, "push-replay-1440-en");
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: "Actions of Positions" }).click();
    const remove = page.getByRole("menuitem", { name: /^Delete/ });
    expect(await remove.getAttribute("aria-disabled")).toBe("true");
    await page.keyboard.press("Escape");
    await page.getByRole("switch", { name: "Enable Positions" }).click();
    await page.getByText("disabled", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Actions of Positions" }).click();
    await remove.click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("There are no push rules yet").waitFor();
  });

  it("fits a phone, and a sub-user is told that it is the manager's [CAP-01]", async () => {
    const manager = await newAccount();
    const phone = await openPage({ width: 390, height: 844 });
    await signIn(phone, manager);
    await phone.goto(PUSH);
    await phone.getByText("还没有推送规则").waitFor();
    await phone.getByRole("button", { name: "新建规则" }).first().click();
    await phone.getByRole("dialog", { name: "新建推送规则" }).waitFor();
    await expectAccessible(phone);
    await screenshot(phone, "push-editor-390-zh-CN");
    const user = await newAccount({ tenant: manager.name, role: "sub", tenantLevel: "write" });
    const other = await openPage({ width: 390, height: 844, allow: [/403/] });
    await signIn(other, { name: `${user.name}@${manager.name}` });
    await other.goto(PUSH);
    await other.getByText("没有执行此操作的权限").first().waitFor();
  });
});
