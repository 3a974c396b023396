import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { alarmDevice, call, makeRule } from "../alarms/alarm-fleet.ts";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore, newAccount } from "../support/store.ts";
import { eventually, lookOf, reach, signInAtHome } from "../support/visitors.ts";

const SLOW = { timeout: 300_000 * PATIENCE };
const LIST = "/Container/WorkOrderList";
/** 2 × 2 px. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==",
  "base64",
);

const WORDS = {
  "zh-CN": {
    new: "新建工单",
    name: "名称",
    description: "描述",
    pictures: "图片",
    send: "提交",
    take: "接单",
    solve: "提交方案…",
    solution: "解决方案",
    sendSolution: "提交解决方案",
    reject: "未通过…",
    why: "未通过原因",
    sendReject: "未通过验证",
    resume: "重新处理",
    agree: "同意：完成",
    agreed: "确认问题已解决",
    done: "已完成",
    wait: "待验证",
    story: "经过",
    remark: "备注",
    sendRemark: "发送",
    print: "打印",
    order: "工单",
    close: "关闭",
    withdrawToo: "撤回工单",
    withdrawn: "已撤回",
    more: "事件 Cell too hot 的操作",
    took: (who: string) => `${who} 接单`,
    reasonMissing: "请填写说明",
  },
  "en-US": {
    new: "New order",
    name: "Name",
    description: "Description",
    pictures: "Pictures",
    send: "Send",
    take: "Take it",
    solve: "Solution…",
    solution: "Solution",
    sendSolution: "Send the solution",
    reject: "Not passed…",
    why: "Why it did not pass",
    sendReject: "Not passed",
    resume: "Take it up again",
    agree: "Agree: done",
    agreed: "The problem is solved",
    done: "done",
    wait: "to verify",
    story: "Story",
    remark: "Remark",
    sendRemark: "Send",
    print: "Print",
    order: "Work order",
    close: "Close",
    withdrawToo: "Withdraw the order",
    withdrawn: "withdrawn",
    more: "Actions of Cell too hot",
    took: (who: string) => `${who} took the order`,
    reasonMissing: "Say why",
  },
} as const;
type Words = (typeof WORDS)[keyof typeof WORDS];

const newOperator = () => newAccount({ tenantKind: "platform", role: "system", tenant: "platform" });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const orderAt = (page: Page) => new URL(page.url()).searchParams.get("id") ?? "";

async function fileOrder(page: Page, words: Words, name: string): Promise<string> {
  await page.goto(LIST);
  await (await reach(button(page, words.new).first())).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(words.name, { exact: false }).first().fill(name);
  await dialog.getByLabel(words.description, { exact: false }).first().fill("Above 60 km/h the front cells run hot.");
  const chosen = { name: "cells.png", mimeType: "image/png", buffer: PNG };
  await dialog.locator("input[type=file]").setInputFiles(chosen);
  await dialog.getByRole("img").waitFor();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: words.send, exact: true }).click();
  await page.waitForURL("**/WorkOrderDetail?id=*");
  return orderAt(page);
}

journeys("work orders", () => {
  afterAll(closeStore);

  it.each([...lookOf("en-US", 1440), ...lookOf("zh-CN", 390)])(
    "an order goes from a picture to done between two people, each told by the other's step at $width px in $locale [WO-01] [WO-02] [USR-08]",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const size = { locale, width, height: width === 390 ? 844 : 900 } as const;
      const [owner, operator] = [await newAccount(), await newOperator()];
      const [mine, theirs] = [await openPage(size), await openPage(size)];
      await signInAtHome(mine, owner);
      await signInAtHome(theirs, operator);
      const name = `Cells ${owner.name}`;
      const id = await fileOrder(mine, words, name);
      await mine
        .getByText(/^WO-\d{8}-\d{4}/)
        .first()
        .waitFor();
      await screenshot(mine, `work-order-new-${width}-${locale}`);

      // In the system console it waits; its handler takes it.
      await theirs.goto(`/Container/Operating/WorkOrders?keyword=${owner.name}`);
      await button(theirs, name).click();
      await theirs.waitForURL("**/HandleWorkOrder?id=*");
      expect(orderAt(theirs)).toBe(id);
      await theirs.getByRole("img").first().waitFor();
      await button(theirs, words.take).click();
      const story = (page: Page) => page.getByRole("region", { name: words.story });
      await story(mine).getByText(words.took(operator.name)).waitFor();

      // A solution without a word is refused on the page.
      await button(theirs, words.solve).click();
      const solving = theirs.getByRole("dialog");
      await button(theirs, words.sendSolution).click();
      await solving.getByText(words.reasonMissing).waitFor();
      await solving.getByLabel(words.solution, { exact: false }).first().fill("loosen clamp 3");
      await button(theirs, words.sendSolution).click();
      await story(mine).getByText("loosen clamp 3").waitFor();
      await expectAccessible(mine);
      await screenshot(mine, `work-order-verify-${width}-${locale}`);

      await button(mine, words.reject).click();
      await mine.getByRole("dialog").getByLabel(words.why, { exact: false }).first().fill("still hot");
      await mine.getByRole("dialog").getByRole("button", { name: words.sendReject, exact: true }).click();
      await story(theirs).getByText("still hot").waitFor();
      await button(theirs, words.resume).click();
      await theirs.getByLabel(words.remark, { exact: true }).fill("new pump ordered");
      await button(theirs, words.sendRemark).click();
      await story(mine).getByText("new pump ordered").waitFor();
      await button(theirs, words.solve).click();
      await theirs.getByRole("dialog").getByLabel(words.solution, { exact: false }).first().fill("new pump");
      await button(theirs, words.sendSolution).click();
      await button(mine, words.agree).click();
      await button(mine, words.agreed).click();
      await eventually(() => theirs.getByText(words.done, { exact: true }).count()).toBeGreaterThan(0);
      await expectAccessible(theirs);
      await screenshot(theirs, `work-order-done-${width}-${locale}`);

      // On paper the order alone.
      await mine.emulateMedia({ media: "print" });
      expect(await mine.getByRole("banner").isVisible()).toBe(false);
      await mine.getByText("new pump ordered").waitFor();
      expect(await mine.getByLabel(words.remark, { exact: true }).isVisible()).toBe(false);
    },
  );

  it("a refused order is sent again with the picture that was missing [WO-02]", SLOW, async () => {
    const words = WORDS["en-US"];
    const [owner, operator] = [await newAccount(), await newOperator()];
    const [mine, theirs] = [await openPage({ locale: "en-US" }), await openPage({ locale: "en-US" })];
    await signInAtHome(mine, owner);
    await signInAtHome(theirs, operator);
    const id = await fileOrder(mine, words, `Refused ${owner.name}`);
    await call(theirs, "POST", `/work-orders/${id}/moves`, { move: "refuse", version: 1, remark: "no screenshot" });
    await button(mine, "Change and send again…").click();
    const dialog = mine.getByRole("dialog");
    await dialog.locator("input[type=file]").setInputFiles({ name: "more.png", mimeType: "image/png", buffer: PNG });
    await dialog.getByRole("img").waitFor();
    await expectAccessible(mine);
    await dialog.getByRole("button", { name: "Change and send again", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    await theirs.goto(`/Container/HandleWorkOrder?id=${id}`);
    await button(theirs, words.take).waitFor();
    await eventually(() => theirs.getByRole("main").getByRole("img").count()).toBe(2);
  });

  it("of two handlers who take one order the second is told who has it [WO-02]", SLOW, async () => {
    const words = WORDS["en-US"];
    const [owner, first, second] = [await newAccount(), await newOperator(), await newOperator()];
    const [mine, one, two] = [
      await openPage({ locale: "en-US" }),
      await openPage({ locale: "en-US" }),
      await openPage({ locale: "en-US" }),
    ];
    await signInAtHome(mine, owner);
    await signInAtHome(one, first);
    await signInAtHome(two, second);
    const id = await fileOrder(mine, words, `Race ${owner.name}`);
    for (const page of [one, two]) {
      await page.goto(`/Container/HandleWorkOrder?id=${id}`);
      await button(page, words.take).waitFor();
    }
    // The second page still shows the order as it was.
    const before = await call(two, "GET", `/work-orders/${id}`);
    await two.route(`**/api/work-orders/${id}`, (route) => route.fulfill({ json: before }));
    await button(one, words.take).click();
    await button(one, words.solve).waitFor();
    await two.unroute(`**/api/work-orders/${id}`);
    await button(two, words.take).click();
    await two.getByText(words.took(first.name)).first().waitFor();
    await eventually(() => button(two, words.take).count()).toBe(0);
  });

  it.each(lookOf("en-US", 1440))(
    "an alarm becomes a filled order, and closing the alarm offers to end the order at $width px in $locale [TRG-05] [WO-01]",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const account = await newAccount();
      const van = await alarmDevice(account.tenantId, "EV Van 02");
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await signInAtHome(page, account);
      await makeRule(page, "Cell too hot");
      await van.fire(page);
      await page.goto("/Container/AlarmCenter");
      await page.getByRole("button", { name: "Cell too hot" }).first().click();
      await button(page, words.order).click();
      await page.waitForURL(/WorkOrderList\?.*event=/);
      const dialog = page.getByRole("dialog");
      await eventually(() => dialog.getByLabel(words.name, { exact: false }).first().inputValue()).toMatch(
        /^Cell too hot · EV Van 02 · /,
      );
      await screenshot(page, `work-order-alarm-${width}-${locale}`);
      await dialog.getByRole("button", { name: words.send, exact: true }).click();
      await page.waitForURL("**/WorkOrderDetail?id=*");
      await page.getByText("Cell too hot", { exact: true }).first().waitFor();

      await page.goto("/Container/AlarmCenter");
      await page.getByRole("button", { name: "Cell too hot" }).first().click();
      const orders = page.getByRole("list", { name: words.order });
      await orders.getByText(/^WO-/).waitFor();
      await page.getByRole("button", { name: words.more }).last().click();
      await page.getByRole("menuitem", { name: words.close, exact: true }).click();
      await page.getByRole("dialog").getByRole("button", { name: words.close, exact: true }).last().click();
      await page.getByRole("button", { name: words.withdrawToo, exact: true }).click();
      await page.goto(`${LIST}?tab=mine`);
      await page.getByText(words.withdrawn, { exact: true }).waitFor();
    },
  );
});
