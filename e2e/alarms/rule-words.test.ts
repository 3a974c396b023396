import { afterAll, it } from "vitest";
import { journeys, openPage, screenshot } from "../support/browser.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore } from "../support/store.ts";
import { lookOf, signInAtHome } from "../support/visitors.ts";
import { call, makeRule } from "./alarm-fleet.ts";
import { hotAccount } from "./hot-battery.ts";

const SLOW = { timeout: 300_000 * PATIENCE };

journeys("a rule in words", () => {
  afterAll(closeStore);

  it.each(lookOf("zh-CN", 1440))(
    "says states of signals by their names and figures with their units at $width px in $locale [TRG-01]",
    SLOW,
    async ({ locale, width }) => {
      const account = await hotAccount();
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await signInAtHome(page, account);
      const files = await call<{ list: { dbc_id: string }[] }>(page, "GET", "/dbc-files");
      const of = { kind: "signal", dbc_id: files.list[0]?.dbc_id, message_id: 784, is_extended: false };
      const more = { channel: 0, hold_s: 0 };
      const mode = { ...of, signal: "Mode", operator: "ne", value: 1 };
      const hot = { ...of, signal: "TempMax", operator: "ge", value: 55 };
      await makeRule(page, "Not driving", { ...more, conditions: [mode] });
      await makeRule(page, "Cell too hot", { ...more, conditions: [hot] });
      await page.goto("/Container/AlarmCenter?tab=rules");
      await page.getByText("CAN1 · Mode ≠ Driving").waitFor();
      await page.getByText("CAN1 · TempMax ≥ 55 degC").waitFor();
      await screenshot(page, `rules-names-${width}-${locale}`);
    },
  );
});
