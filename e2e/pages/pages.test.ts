import { afterAll, beforeAll, it } from "vitest";
import { PAGE_TABLE, type PageRow } from "../../apps/web/app/page-table.ts";
import { en } from "../../apps/web/app/texts.en.ts";
import { journeys, openPage } from "../support/browser.ts";
import { LOOKS_TITLE, visitInEveryLook } from "../support/every-look.ts";
import { closeStore, newAccount } from "../support/store.ts";
import { DEMO_MASTER, eventually, signIn } from "../support/visitors.ts";

const DETAILS = "/Container/HomePage/DeviceDetails";
const pages = (PAGE_TABLE as readonly PageRow[])
  .filter(({ path }) => path !== DETAILS)
  .map((row) => ({ ...row, name: row.path.replace("/Container/", "").replaceAll("/", "") }));

journeys("every page", () => {
  let system: { name: string };
  beforeAll(async () => {
    system = await newAccount({ role: "system", tenant: "platform", tenantKind: "platform" });
  });
  afterAll(closeStore);

  it.each(pages)(LOOKS_TITLE, async ({ isPublic, forSystemManager, ...page }) => {
    const user = forSystemManager ? system : { name: DEMO_MASTER };
    await visitInEveryLook({ ...page, as: isPublic ? undefined : user });
  });

  it.each([
    { path: "/doc?type=package", name: "docPackage" },
    { path: "/doc?type=quickDelete", name: "docQuickDelete" },
    { path: "/doc?type=help&page=errors", name: "docErrors" },
    { path: "/doc?type=help&page=HomePage/DeviceDetails/dbc", name: "docSignals" },
  ])(LOOKS_TITLE, async (page) => {
    await visitInEveryLook({ ...page, title: "app.page.doc" });
  });

  it("an address that no page has says so [NAV-01]", async () => {
    const page = await openPage({ locale: "en-US" });
    await signIn(page, { name: DEMO_MASTER });
    await page.goto("/");
    await page.waitForURL("**/Container/HomePage");
    await page.goto("/Container/NoSuchPage");
    await eventually(() => page.title()).toBe(`${en["app.page.notFound"]} · Canopy`);
  });
});
