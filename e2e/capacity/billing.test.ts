import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { PATIENCE } from "../support/patience.ts";
import { type Program, startProgram } from "../support/program.ts";
import { closeStore, newAccount } from "../support/store.ts";
import { eventually, lookOf, signInAtHome, WORDS } from "../support/visitors.ts";

const MENU = {
  "zh-CN": { centre: "用户中心", personal: "个人中心", capacity: "申请扩容" },
  "en-US": { centre: "User centre", personal: "Personal centre", capacity: "Request capacity" },
} as const;
type Locale = keyof typeof MENU;
const TAGS = { "zh-CN": "zh-CN", "en-US": "en" } as const;

interface Visit {
  query: Record<string, string>;
  /** Of the exchange, tried twice. */
  statuses: number[];
  target: string;
}

/** A foreign site as the call for such sites is documented: exchanges the code by its own server and greets. */
async function billingSite() {
  const visits: Visit[] = [];
  let cloudUrl = "";
  const exchange = (code: string) =>
    fetch(`${cloudUrl}/api/control/hand-overs/exchange`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ code }),
    });
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://billing");
    if (pathname !== "/account") return response.writeHead(204).end();
    const query = Object.fromEntries(searchParams);
    const [first, second] = [await exchange(query.token ?? ""), await exchange(query.token ?? "")];
    const { token, target } = (await first.json()) as { token: string; target: string };
    const self = await fetch(`${cloudUrl}/api/tenant/users/self`, { headers: { authorization: `Bearer ${token}` } });
    const { id } = (await self.json()) as { id: string };
    visits.push({ query, statuses: [first.status, second.status, self.status], target });
    response.setHeader("content-type", "text/html; charset=utf-8");
    return response.end(`<title>Billing</title><h1>Account ${id}</h1><a href="${query.loginUrl}">Sign in</a>`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/account?plan=fleet`,
    visits,
    serve: (url: string) => {
      cloudUrl = url;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

async function openMenu(page: Page, locale: Locale): Promise<void> {
  await page.getByRole("button", { name: WORDS[locale].userMenu }).click();
}

journeys("user centre and capacity request", () => {
  let billing: Awaited<ReturnType<typeof billingSite>>;
  let program: Program;
  beforeAll(async () => {
    billing = await billingSite();
    program = await startProgram({ CANOPY_BILLING_URL: billing.url });
    billing.serve(program.baseUrl);
  }, 300_000 * PATIENCE);
  afterAll(async () => {
    await closeStore();
    expect(await program?.stop()).toEqual([]);
    await billing?.close();
  });

  it.each(lookOf("en-US", 1440))(
    "open the billing site in a new tab with a code that it exchanges once and the way back, in $locale [NAV-16] [NAV-05]",
    async ({ locale, width }) => {
      const words = MENU[locale];
      const page = await openPage({ locale, width });
      await page.goto(`${program.baseUrl}/Login`);
      await page.getByRole("button", { name: WORDS[locale].demo }).click();
      await page.waitForURL("**/Container/HomePage");
      const token = await page.evaluate(() => sessionStorage.getItem("token") ?? localStorage.getItem("token"));
      for (const entry of [words.centre, words.capacity]) {
        await openMenu(page, locale);
        await page.getByRole("menuitem", { name: words.personal, exact: true }).waitFor();
        const opened = page.waitForEvent("popup");
        await page.getByRole("menuitem", { name: entry, exact: true }).click();
        const tab = await opened;
        await tab.getByRole("heading", { name: /^Account / }).waitFor();
        const { query, statuses, target } = billing.visits.at(-1) ?? { query: {}, statuses: [], target: "" };
        expect({ statuses, target }).toEqual({ statuses: [200, 400, 200], target: "billing" });
        expect(query).toMatchObject({ plan: "fleet", locale: TAGS[locale], loginUrl: `${program.baseUrl}/Login` });
        expect(await tab.getByRole("heading").textContent()).toBe(`Account ${query.userId}`);
        expect(query.tenantId).toMatch(/^[0-9a-f-]{36}$/);
        expect(Object.values(query)).not.toContain(token);
        expect(await tab.evaluate(() => window.opener)).toBeNull();
        await tab.getByRole("link", { name: "Sign in" }).click();
        await tab.waitForURL(`${program.baseUrl}/**`);
        await tab.close();
      }
      expect(billing.visits).toHaveLength(2);
      expect(new URL(page.url()).pathname).toBe("/Container/HomePage");
    },
  );

  it.each(lookOf("zh-CN", 1440))(
    "are the personal centre and a form where no billing site is configured, in $locale [NAV-16]",
    async ({ locale, width }) => {
      const words = MENU[locale];
      const page = await openPage({ locale, width });
      await signInAtHome(page, await newAccount());
      await openMenu(page, locale);
      expect(await page.getByRole("menuitem", { name: words.personal, exact: true }).count()).toBe(0);
      await page.getByRole("menuitem", { name: words.centre, exact: true }).click();
      await page.waitForURL("**/Container/UserManager/PersonalCenter");
      await openMenu(page, locale);
      await page.getByRole("menuitem", { name: words.capacity, exact: true }).click();
      await page.waitForURL("**/Container/HomePage#capacity-request");
      await eventually(() => page.getByRole("dialog").getByRole("textbox").count()).toBeGreaterThan(1);
      await expectAccessible(page);
      await screenshot(page, `capacity-request-menu-${width}-${locale}`);
      expect(page.context().pages()).toHaveLength(1);
    },
  );
});
