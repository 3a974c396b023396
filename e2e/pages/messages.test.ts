import { afterAll, expect, it } from "vitest";
import { insertUserMessages } from "../../apps/server/messages/user-message-store.ts";
import { MESSAGE_PAGE_SIZE } from "../../packages/contract/messages/messages.ts";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore, database, newAccount } from "../support/store.ts";
import { eventually, signIn, signInAtHome } from "../support/visitors.ts";

const HOME = "/Container/HomePage";
const NOTICES = "/Container/Operating/Notices";

const fillTexts = async (page: Awaited<ReturnType<typeof openPage>>, title: string, content: string) => {
  for (const [language, mark] of [
    ["Chinese", "中 "],
    ["English", ""],
  ] as const) {
    await page.getByLabel(`Title (${language})`).fill(`${mark}${title}`);
    await page.getByLabel(`Content (${language})`).fill(`${mark}${content}`);
  }
};

journeys("messages and announcements", () => {
  afterAll(closeStore);

  it("the operator writes to a tenant; its user reads it in the bell and in a dialog, live [MSG-01] [MSG-02]", {
    timeout: 300_000 * PATIENCE,
  }, async () => {
    const user = await newAccount();
    const operator = await newAccount({ tenantKind: "platform", role: "system" });
    const reader = await openPage({ locale: "zh-CN", width: 1440, height: 900 });
    await signInAtHome(reader, user);
    await reader.getByRole("button", { name: "消息", exact: true }).waitFor();

    const desk = await openPage({ locale: "en-US", width: 1440, height: 900 });
    await signIn(desk, operator);
    await desk.goto(NOTICES);
    const send = async (title: string, as: "Bell" | "Dialog") => {
      await desk.getByRole("button", { name: "Send message" }).click();
      const dialog = desk.getByRole("dialog", { name: "Send message" });
      await dialog.getByRole("button", { name: "Send", exact: true }).click();
      await dialog
        .getByText(/required|empty|fill/i)
        .first()
        .waitFor();
      await fillTexts(desk, title, "Read **this** <script>alert(1)</script> at https://status.example/x");
      await dialog.getByText(as, { exact: true }).click();
      await dialog.getByLabel("To").selectOption({ label: user.name });
      await dialog.getByRole("button", { name: "Send", exact: true }).click();
      await desk.getByText("Sent to 1 user").first().waitFor();
      await dialog.waitFor({ state: "detached" });
    };
    await send("Bell one", "Bell");
    // Without a reload, and long before the poll of a minute.
    const bell = reader.getByRole("button", { name: "消息，1 条未读" });
    await bell.waitFor({ timeout: 15_000 * PATIENCE });
    await bell.click();
    await screenshot(reader, "messages-bell-zh");
    await expectAccessible(reader);
    await reader.getByRole("button", { name: /中 Bell one/ }).click();
    const whole = reader.getByRole("dialog", { name: "中 Bell one" });
    await whole.getByText("<script>alert(1)</script>").waitFor();
    expect(await whole.getByText("this", { exact: true }).evaluate((element) => element.tagName)).toBe("STRONG");
    expect(await whole.getByRole("link").getAttribute("rel")).toContain("noopener");
    await whole.getByRole("button", { name: "关闭" }).last().click();
    await reader.getByRole("button", { name: "消息", exact: true }).waitFor();

    await send("Dialog one", "Dialog");
    const opened = reader.getByRole("dialog", { name: "中 Dialog one" });
    await opened.waitFor({ timeout: 15_000 * PATIENCE });
    await screenshot(reader, "messages-dialog-zh");
    await opened.getByRole("button", { name: "关闭" }).last().click();
    // It was read when it was shown.
    await reader.reload();
    await reader.getByRole("button", { name: "消息", exact: true }).click();
    await reader.getByText("没有未读消息").waitFor();
    await reader.getByText("全部", { exact: true }).click();
    await eventually(() => reader.getByRole("button", { name: /中 (Bell|Dialog) one/ }).count()).toBe(2);

    await reader.getByRole("button", { name: "更多消息操作" }).click();
    await reader.getByRole("menuitem", { name: "删除全部消息" }).click();
    const confirm = reader.getByRole("dialog", { name: "删除全部消息" });
    await confirm.getByText("将删除 2 条消息").waitFor();
    await confirm.getByRole("button", { name: "删除全部消息" }).click();
    await reader.getByRole("button", { name: "消息", exact: true }).click();
    await reader.getByText("没有消息", { exact: true }).waitFor();
  });

  it("dialogs of the time away open one after the other, oldest first; all is read at once, and what fails is put back [MSG-01] [MSG-02]", async () => {
    const user = await newAccount();
    const { db } = await database();
    const write = (title: string, reminderMode: 1 | 2) => {
      const text = { zh: title, en: title };
      const message = { title: text, content: text, type: "system", reminderMode, link: null } as const;
      return insertUserMessages(db, [user], message);
    };
    await write("Older", 2);
    await write("Newer", 2);
    // The first page of the unread ones has none of the dialogs.
    for (let i = 0; i < MESSAGE_PAGE_SIZE; i++) await write(`Note ${i}`, 1);
    const page = await openPage({ locale: "en-US", width: 1440, height: 900, allow: [/status of 500/] });
    await signInAtHome(page, user);
    for (const [title, place] of [
      ["Older", "1 of 2"],
      ["Newer", "2 of 2"],
    ] as const) {
      const dialog = page.getByRole("dialog", { name: title, exact: true });
      await dialog.getByText(place).waitFor();
      await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
    }
    const bell = page.getByRole("button", { name: `Messages, ${MESSAGE_PAGE_SIZE} unread` });
    await bell.click();
    await page.route("**/users/*/message", (route) => route.fulfill({ status: 500, body: "{}" }));
    await page.getByRole("button", { name: /Note 9/ }).click();
    await page.getByRole("dialog", { name: "Note 9" }).getByRole("button", { name: "Close" }).last().click();
    await bell.waitFor();
    await bell.click();
    const readAll = async () => {
      await page.getByRole("button", { name: "More for messages" }).click();
      await page.getByRole("menuitem", { name: "Mark all as read" }).click();
    };
    await readAll();
    await page.getByText("The messages could not be marked as read").first().waitFor();
    await bell.waitFor();
    await page.unroute("**/users/*/message");
    await readAll();
    await page.getByText("No unread messages").waitFor();
    expect(await page.getByRole("button", { name: "Messages", exact: true }).count()).toBe(1);
  });

  it("a failing bell says so and is tried again [MSG-02]", async () => {
    const user = await newAccount();
    const allow = [/status of 500/];
    const page = await openPage({ locale: "en-US", width: 390, height: 844, allow });
    await signInAtHome(page, user);
    await page.route("**/users/*/message?*", (route) => route.fulfill({ status: 500, body: "{}" }));
    await page.goto(HOME);
    await page.getByRole("button", { name: "Messages", exact: true }).click();
    await page.getByText("Failed to obtain the user message.").waitFor();
    // A phone shows it as a sheet.
    expect(await page.getByRole("dialog", { name: "Messages" }).boundingBox()).toMatchObject({ x: 0, width: 390 });
    await screenshot(page, "messages-failed-390-en");
    await page.unroute("**/users/*/message?*");
    await page.getByRole("button", { name: /try again|retry/i }).click();
    await page.getByText("No unread messages").waitFor();
    expect(await page.getByText("Failed to obtain the user message.").count()).toBe(0);

    // How many would be deleted is not known: the question neither says nor does anything.
    await page.route("**/users/*/message?*", (route) => route.fulfill({ status: 500, body: "{}" }));
    await page.getByRole("button", { name: "More for messages" }).click();
    await page.getByRole("menuitem", { name: "Delete all messages" }).click();
    const question = page.getByRole("dialog", { name: "Delete all messages" });
    await question.getByText("Failed to obtain the user message.").waitFor();
    expect(await question.getByText("will be deleted").count()).toBe(0);
    await page.unroute("**/users/*/message?*");
    await question.getByRole("button", { name: /try again|retry/i }).click();
    await question.getByText("0 messages, read and unread, will be deleted permanently.").waitFor();
  });

  it("an announcement stands under the header until it is closed for now or for good [NAV-09]", async () => {
    const user = await newAccount();
    const operator = await newAccount({ tenantKind: "platform", role: "system" });
    const desk = await openPage({ locale: "en-US", width: 1440, height: 900 });
    await signIn(desk, operator);
    await desk.goto(NOTICES);
    await desk.getByText("No announcements yet").or(desk.getByRole("table")).first().waitFor();
    await desk.getByRole("button", { name: "New announcement" }).first().click();
    await fillTexts(desk, "Maintenance", "16 Nov 02:00, half an hour");
    await desk.getByRole("combobox", { name: "To", exact: true }).selectOption({ label: user.name });
    const preview = desk.getByRole("region", { name: "How it will look" });
    await preview.getByText("中 16 Nov 02:00, half an hour").waitFor();
    expect(await preview.getByText("Maintenance", { exact: true }).count()).toBe(1);
    await screenshot(desk, "announcement-dialog-en");
    await expectAccessible(desk);
    await desk.getByRole("button", { name: "Publish" }).click();
    await desk.getByText("The announcement is saved").first().waitFor();

    const page = await openPage({ locale: "en-US", width: 1440, height: 900 });
    await signInAtHome(page, user);
    const bar = page.getByRole("region", { name: "Announcement" });
    await bar.getByText("16 Nov 02:00, half an hour").waitFor();
    await screenshot(page, "announcement-bar-en");
    expect((await bar.boundingBox())?.height).toBe(24);
    expect((await bar.locator("> div").boundingBox())?.width).toBe(1350);
    await bar.getByRole("button", { name: "Close for now" }).click();
    await bar.waitFor({ state: "detached" });
    await page.reload();
    await page.getByRole("button", { name: "Messages", exact: true }).waitFor();
    expect(await bar.count()).toBe(0);
    // The next sign-in shows it again; a phone shows one line whose tap opens it whole.
    const phone = await openPage({ locale: "en-US", width: 390, height: 844 });
    await signInAtHome(phone, user);
    const line = phone.getByRole("region", { name: "Announcement" });
    await line.getByRole("button").first().click();
    await screenshot(phone, "announcement-390-en");
    await phone
      .getByRole("dialog", { name: "Maintenance" })
      .getByRole("button", { name: "Don't remind again" })
      .click();
    await line.waitFor({ state: "detached" });
    await phone.reload();
    await phone.getByRole("button", { name: "Messages", exact: true }).waitFor();
    expect(await line.count()).toBe(0);
  });
});
