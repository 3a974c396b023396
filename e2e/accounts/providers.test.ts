import { afterAll, expect, it } from "vitest";
import { KEYS, providerServer } from "../../apps/server/messages/test-provider-server.ts";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { closeStore, database, newAccount } from "../support/store.ts";
import { eventually, signIn } from "../support/visitors.ts";

const PROVIDERS = "/Container/Operating/Providers";
const OUTBOX = "/Container/Operating/Outbox?size=25";

afterAll(closeStore);

journeys("providers and the outbox", () => {
  it("the operator sets a provider, tries it, and sends a dead letter again [TRG-06]", async () => {
    const provider = await providerServer();
    const operator = await newAccount({ tenantKind: "platform", role: "system" });
    const { pool } = await database();
    await pool.query("delete from message_providers");
    const to = `1390000${Date.now() % 10_000}`;
    const dead = await pool.query(
      `insert into outbox (channel, destination, subject, content, state, template, parameters, problem, attempts)
        values ('sms', $1, 'Alarm of VAN-01', 'motor 121 °C', 'failed', 'notice', '{"text":"hot"}', 'HTTP 500', 9)
        returning id`,
      [to],
    );
    const page = await openPage({ locale: "en-US" });
    try {
      await signIn(page, operator);
      await page.goto(PROVIDERS);
      const card = page.getByRole("region", { name: "SMS" });
      await card.getByText("No provider").waitFor();
      await card.getByRole("button", { name: "Set provider" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("combobox", { name: "Provider" }).selectOption({ label: "Twilio" });
      await dialog.getByRole("textbox", { name: "Account SID" }).fill("AC1");
      await dialog.getByRole("textbox", { name: "Another address of the service" }).fill(provider.url);
      await dialog.getByLabel("Secret key").fill(KEYS.twilio);
      await screenshot(page, "provider-dialog-en");
      await dialog.getByRole("button", { name: "Save" }).click();
      await dialog.getByText("Missing or not in the expected form").waitFor();
      await dialog.getByRole("textbox", { name: "Sender" }).fill("+15005550006");
      await dialog.getByRole("button", { name: "Save" }).click();
      await card.getByText("Twilio").waitFor();
      await eventually(() => page.getByText(KEYS.twilio).count()).toBe(0);
      await expectAccessible(page);

      await card.getByRole("button", { name: "Send a test" }).click();
      await dialog.getByRole("textbox", { name: "Phone number" }).fill(to);
      await dialog.getByRole("button", { name: "Send", exact: true }).click();
      await page.getByText("The provider took the test message").first().waitFor();
      expect(provider.taken.at(-1)).toMatchObject({ kind: "twilio Messages", to });
      await screenshot(page, "providers-1440-en");

      await page.goto(`${OUTBOX}&state=failed&keyword=${to}`);
      await page.getByText("HTTP 500").first().waitFor();
      await screenshot(page, "outbox-dead-1440-en");
      await page.getByRole("button", { name: `Send again: ${to}` }).click();
      await eventually(() => provider.taken.at(-1)?.id).toBe(dead.rows[0].id);

      // A provider that is down is one line, however many wait for it.
      await pool.query(
        `insert into outbox (channel, destination, subject, content, state, template, parameters, problem, attempts, next_at)
          select 'sms', $1, 'Alarm', 'hot', 'waiting', 'notice', '{"text":"hot"}', 'HTTP 503', 3, now() + interval '1 hour'
          from generate_series(1, 40)`,
        [to],
      );
      await page.goto(OUTBOX);
      const line = page.getByText(/^SMS: \d+ messages wait\./).locator("xpath=ancestor::div[1]");
      await eventually(() => line.textContent()).toMatch(/HTTP 503.*next try/);
      expect(await line.count()).toBe(1);
    } finally {
      await pool.query("delete from message_providers");
      await pool.query("delete from outbox where destination = $1", [to]);
      await provider.close();
    }
  });

  it("the operator changes the text of a kind of notices, sees it filled, and takes it back [TRG-06]", async () => {
    const operator = await newAccount({ tenantKind: "platform", role: "system" });
    const { pool } = await database();
    const page = await openPage({ locale: "en-US", width: 390, height: 844 });
    try {
      await signIn(page, operator);
      await page.goto(PROVIDERS);
      const card = page.getByRole("region", { name: "Texts of alarm notices" });
      const preview = card.getByRole("region", { name: "Preview" });
      await eventually(() => preview.textContent()).toContain("Urgent alarm: EV-01, Cell too hot");
      await card.getByRole("radio", { name: "SMS" }).check({ force: true });
      const text = card.getByRole("textbox", { name: "Text, English" });
      await text.fill("{device} says {nobody}");
      await card.getByText("No such placeholder").waitFor();
      await text.fill("{device} says {value}");
      await eventually(() => preview.textContent()).toContain("EV-01 says 58.3");
      await expectAccessible(page);
      await screenshot(page, "notice-templates-390-en");
      await card.getByRole("button", { name: "Save the text" }).click();
      await page.getByText("The text was saved").first().waitFor();
      const kept = await pool.query(
        "select content -> 'en' ->> 'text' as text from notice_templates where kind = 'sms'",
      );
      expect(kept.rows).toEqual([{ text: "{device} says {value}" }]);
      await card.getByRole("button", { name: "Restore the default text" }).click();
      await eventually(() => preview.textContent()).toContain("Urgent alarm: EV-01, Cell too hot");
      await eventually(async () => (await pool.query("select 1 from notice_templates")).rows.length).toBe(0);
    } finally {
      await pool.query("delete from notice_templates");
    }
  });
});
