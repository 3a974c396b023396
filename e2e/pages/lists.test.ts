import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { errorText } from "../../packages/contract/error-table.ts";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { closeStore, database, newAccount, newPhone } from "../support/store.ts";
import { eventually, type Locale, lookOf, signIn, signInAtHome, signInByForm } from "../support/visitors.ts";

async function asSystemManager(page: Page): Promise<string> {
  const { name } = await newAccount({ role: "system", tenant: "platform", tenantKind: "platform" });
  await signIn(page, { name });
  return name;
}

const TENANT_WORDS = {
  "zh-CN": {
    create: "新建租户",
    name: "租户名称",
    owner: "主账号用户名",
    password: "初始密码",
    saved: "我已保存",
    close: (name: string) => `停用 ${name}`,
    open: (name: string) => `启用 ${name}`,
    closeNow: "停用",
    closed: "已停用",
  },
  "en-US": {
    create: "New tenant",
    name: "Name of the tenant",
    owner: "Username of its primary account",
    password: "First password",
    saved: "I have saved it",
    close: (name: string) => `Close tenant ${name}`,
    open: (name: string) => `Open again: ${name}`,
    closeNow: "Close tenant",
    closed: "is closed",
  },
} as const;

const codeOf = (n: number) => `4826${10 + n}`;
const codeText = (locale: Locale, n: number, code = codeOf(n)) =>
  locale === "zh-CN" ? `您的验证码是 ${code}，5 分钟内有效。` : `Your code is ${code}. It is good for 5 minutes.`;

/** Twelve messages that nobody could send, the newest first, all for this journey's own recipient. */
async function fillOutbox(recipient: string, locale: Locale = "zh-CN"): Promise<void> {
  const { pool } = await database();
  for (let n = 1; n <= 12; n += 1) {
    await pool.query(
      `insert into outbox (channel, destination, subject, content, secret, state, created_at)
       values ('sms', $1, 'Canopy', $2, $3, 'unconfigured', now() - $4 * interval '1 minute')`,
      [recipient, codeText(locale, n), codeOf(n), n],
    );
  }
}

journeys("lists", () => {
  afterAll(closeStore);

  it.each(lookOf("zh-CN", 390))(
    "the system manager reads the outbox at $width px in $locale [USR-01] [NAV-14]",
    async ({ locale, width }) => {
      const recipient = newPhone();
      await fillOutbox(recipient, locale);
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await asSystemManager(page);
      await page.goto(`/Container/Operating/Outbox?keyword=${recipient}`);
      await page
        .getByText(codeText(locale, 1, "••••••"))
        .first()
        .waitFor();
      await expectAccessible(page);
      await screenshot(page, `outbox-${width}-${locale}`);
    },
  );

  it("a code in the outbox is masked until asked for, and the operation log says who asked [ACC-07] [USR-07]", async () => {
    const recipient = newPhone();
    await fillOutbox(recipient);
    const page = await openPage();
    const name = await asSystemManager(page);
    await page.goto(`/Container/Operating/Outbox?keyword=${recipient}`);
    await page.getByRole("button", { name: "显示验证码" }).first().click();
    await page.getByText(codeText("zh-CN", 1)).waitFor();
    expect(await page.getByText(codeText("zh-CN", 2)).count()).toBe(0);
    const { pool } = await database();
    const logged = await pool.query(
      `select l.status, o.destination from operation_log l join outbox o on o.id::text = l.objects->>'message_id'
       where l.user_name = $1 and l.operation = 'messages.revealOutgoing'`,
      [name],
    );
    expect(logged.rows).toEqual([{ status: 200, destination: recipient }]);
  });

  it("pages of 5, 10, 15, 20, 25; filter and page in the address; the last size is kept [NAV-14]", async () => {
    const recipient = newPhone();
    await fillOutbox(recipient);
    const page = await openPage();
    await asSystemManager(page);
    await page.goto("/Container/Operating/Outbox");
    await page.getByRole("searchbox").fill(recipient);
    await page.waitForURL(`**/Outbox?keyword=${recipient}`);
    await page.getByText("共 12 条").waitFor();
    expect(await page.getByRole("row").count()).toBe(1 + 5);
    await page.getByRole("button", { name: "下一页" }).click();
    await page.waitForURL(/page=2/);
    await page.reload();
    await page.getByText("第 2 / 3 页").waitFor();
    const sizes = await page.getByLabel("每页条数").locator("option").allTextContents();
    expect(sizes).toEqual([...[5, 10, 15, 20, 25].map((n) => `${n} 条/页`), "适应高度"]);
    await page.getByLabel("每页条数").selectOption({ label: "25 条/页" });
    await eventually(() => page.getByRole("row").count()).toBe(1 + 12);
    await page.goto("/Container/HomePage");
    await page.goto(`/Container/Operating/Outbox?keyword=${recipient}`);
    await eventually(() => page.getByRole("row").count()).toBe(1 + 12);
  });

  it.each(lookOf("en-US", 1440))(
    "the system manager makes a tenant, whose owner signs in, closes and opens it in $locale [USR-01]",
    async ({ locale }) => {
      const words = TENANT_WORDS[locale];
      const page = await openPage({ locale });
      await asSystemManager(page);
      await page.goto("/Container/Operating/Tenants");
      const owner = `t${Date.now().toString(36)}`;
      await page.getByRole("button", { name: words.create }).click();
      const form = page.getByRole("dialog");
      await form.getByLabel(words.name).fill(`Fleet ${owner}`);
      await form.getByLabel(words.owner).fill("1 wrong name");
      await form.getByRole("button", { name: words.create }).click();
      await form.getByText(errorText("008", locale === "zh-CN" ? "zh" : "en") ?? "").waitFor();
      await form.getByLabel(words.owner).fill(owner);
      await expectAccessible(page);
      await screenshot(page, `tenant-new-1440-${locale}`);
      await form.getByRole("button", { name: words.create }).click();
      const password = await page.getByLabel(words.password).inputValue();
      await page.getByRole("button", { name: words.saved }).click();

      const guest = await openPage({ locale });
      await signInByForm(guest, { name: owner, password, locale });
      await page.getByRole("searchbox").fill(owner);
      await page.getByRole("button", { name: words.close(`Fleet ${owner}`) }).click();
      await screenshot(page, `tenant-close-1440-${locale}`);
      await page.getByRole("dialog").getByRole("button", { name: words.closeNow, exact: true }).click();
      await page.getByText(words.closed).first().waitFor();
      await guest.reload();
      await guest.waitForURL("**/Login**");
      await page.getByRole("button", { name: words.open(`Fleet ${owner}`) }).click();
      await page.getByRole("button", { name: words.close(`Fleet ${owner}`) }).waitFor();
      await signInByForm(guest, { name: owner, password, locale });
    },
  );

  it("columns are chosen, rows are sorted, a failing list resets and says why with a retry [NAV-14]", async () => {
    const { name, userId, tenantId } = await newAccount();
    const { pool } = await database();
    for (const token of ["alpha", "beta"]) {
      await pool.query(
        "insert into access_tokens (tenant_id, user_id, name, token_hash, scope) values ($1, $2, $3, $4, 'read')",
        [tenantId, userId, token, Buffer.from(`${name}${token}`)],
      );
    }
    const page = await openPage({ allow: [/503/] });
    await signIn(page, { name });
    await page.goto("/Container/UserManager/AccessTokens");
    await page.getByText("alpha").waitFor();
    const names = () => page.locator("tbody tr td:first-child").allTextContents();
    await page.getByRole("button", { name: "名称" }).click();
    await eventually(names).toEqual(["alpha", "beta"]);
    await page.getByRole("button", { name: "名称" }).click();
    await eventually(names).toEqual(["beta", "alpha"]);
    expect(page.url()).toContain("sort=-name");
    await page.getByRole("button", { name: "列", exact: true }).click();
    await page.getByRole("checkbox", { name: "设备" }).uncheck();
    await page.keyboard.press("Escape");
    expect(await page.getByRole("columnheader", { name: "设备" }).count()).toBe(0);

    await page.route("**/tenant/access-tokens", (route) =>
      route.fulfill({ status: 503, json: { code: "platform.unavailable", message: "服务暂时不可用", errorMsg: "" } }),
    );
    await page.reload();
    await page.getByText("列表加载失败").waitFor();
    await page.getByText("服务暂时不可用").waitFor();
    expect(await page.getByText("alpha").count()).toBe(0);
    await expectAccessible(page);
    await page.unroute("**/tenant/access-tokens");
    await page.getByRole("button", { name: "重试" }).click();
    await page.getByText("alpha").waitFor();
  });

  it.each(lookOf("en-US", 1440))(
    "a token is made, shown once, used and revoked at $width px in $locale [USR-09]",
    async ({ locale, width }) => {
      const isChinese = locale === "zh-CN";
      const word = (chinese: string, english: string) => (isChinese ? chinese : english);
      const { name } = await newAccount();
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await signIn(page, { name });
      await page.goto("/Container/UserManager/AccessTokens");
      await page.getByRole("button", { name: word("新建令牌", "New token") }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("button", { name: word("新建令牌", "New token") }).click();
      await eventually(() => dialog.getByRole("textbox").first().getAttribute("aria-invalid")).toBe("true");
      await dialog.getByRole("textbox").first().fill("export <script>");
      await expectAccessible(page);
      await screenshot(page, `new-token-${width}-${locale}`);
      await dialog.getByRole("button", { name: word("新建令牌", "New token") }).click();
      const shown = page.getByRole("textbox", { name: word("令牌", "Token") });
      await shown.waitFor();
      const token = await shown.inputValue();
      await screenshot(page, `token-once-${width}-${locale}`);
      await page.getByRole("button", { name: word("我已保存", "I have saved it") }).click();
      expect(await page.content()).not.toContain(token);

      const asked = { headers: { authorization: `Bearer ${token}` } };
      expect((await page.request.get("/api/tenant/users/self", asked)).status()).toBe(200);
      await page.reload();
      await page.getByText("export <script>").first().waitFor();
      await expectAccessible(page);
      await screenshot(page, `tokens-${width}-${locale}`);
      await page
        .getByRole("button", { name: word("吊销令牌 export <script>", "Revoke token export <script>") })
        .click();
      await dialog.getByRole("button", { name: word("吊销", "Revoke"), exact: true }).click();
      await page.getByText(word("还没有令牌", "No tokens yet")).waitFor();
      expect((await page.request.get("/api/tenant/users/self", asked)).status()).toBe(401);
    },
  );

  it("one's own sessions are listed and ended one by one [ACC-25] [ACC-26]", async () => {
    const { name } = await newAccount();
    const other = await openPage();
    await signInAtHome(other, { name });
    const page = await openPage();
    await signIn(page, { name });
    await page.goto("/Container/UserManager/Sessions");
    await page.getByText("当前会话").waitFor();
    await expectAccessible(page);
    await screenshot(page, "sessions-1440-zh-CN");
    await page.getByRole("button", { name: /^结束会话/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "结束", exact: true }).click();
    await page.getByRole("region", { name: "通知" }).getByText("会话已结束").waitFor();
    await eventually(() => page.getByRole("button", { name: /^结束会话/ }).count()).toBe(0);
    await other.reload();
    await other.waitForURL(/\/Login/);
  });

  it("tenants, sessions and tokens of all are the system manager's to read, and nobody else's [USR-01] [NAV-14]", async () => {
    const { name, tenantId } = await newAccount();
    const page = await openPage();
    await asSystemManager(page);
    await page.goto(`/Container/Operating/Tenants?keyword=${name}`);
    await page.getByRole("cell", { name, exact: true }).waitFor();
    await screenshot(page, "tenants-1440-zh-CN");
    await page.goto("/Container/Operating/Sessions");
    await page.getByRole("row").nth(1).waitFor();
    await expectAccessible(page);
    // Sorted by the server, over all pages.
    const asked = page.waitForResponse(/order_param=user_name&order_type=0/);
    await page.getByRole("columnheader", { name: "用户" }).getByRole("button").click();
    const { list } = await (await asked).json();
    await page.waitForURL(/sort=user_name/);
    await page.locator("th[aria-sort=ascending]").waitFor();
    // A tenant may be called as its user is.
    await page.locator("tbody tr").first().getByText(list[0].user_name, { exact: true }).first().waitFor();
    await page.goto("/Container/Operating/AccessTokens");
    await page.getByRole("heading", { name: "全部令牌" }).waitFor();

    const owner = await openPage();
    await signIn(owner, { name });
    await owner.goto("/Container/Operating/Sessions");
    await owner.getByText("列表加载失败").waitFor();
    // At the address of the tenants a manager sees the owners of its own merchant: this one has none.
    const answered = owner.waitForResponse(/\/operating\/owners/);
    await owner.goto("/Container/Operating/Tenants");
    expect((await (await answered).json()).list).toEqual([]);
    expect(await owner.content()).not.toContain(tenantId);
  });
});
