import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { call } from "../alarms/alarm-fleet.ts";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { smallTargets } from "../support/small-targets.ts";
import { closeStore } from "../support/store.ts";
import { atRest, eventually, lookOf, reach, signInAtHome } from "../support/visitors.ts";
import { testedDevice } from "./test-parts.ts";
import { en, zh } from "./test-words.ts";

const SLOW = { timeout: 300_000 * PATIENCE };
const PAGE = "/Container/TestManager";
const WORDS = { "zh-CN": zh, "en-US": en } as const;
type Words = (typeof WORDS)[keyof typeof WORDS];

/** Python's reader of XML: nobody of us wrote it. */
const READ = `
import sys, json
import xml.etree.ElementTree as tree
suite = tree.fromstring(sys.stdin.buffer.read()).find("testsuite")
print(json.dumps({"suite": suite.attrib, "cases": [[child.tag for child in case] for case in suite.findall("testcase")]}))
`;

import { PATIENCE } from "../support/patience.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function makeRoutine(page: Page, words: Words, name: string): Promise<void> {
  await page.goto(PAGE);
  await (await reach(button(page, words["tests.routine.new"]).first())).click();
  const form = page.getByRole("dialog").first();
  await form.getByLabel(words["tests.field.name"], { exact: false }).first().fill(name);
  const frames = form.getByLabel(words["tests.form.frames"]);
  await frames.fill("CAN1 100 01\nCAN1 1G0 01");
  await form.getByText(words["tests.form.line"].replace("{line}", "2")).waitFor();
  await frames.fill("");
  await form.getByLabel(words["tests.form.duration"]).fill("2");
  await button(page, words["tests.form.pick"]).click();
  await page.getByRole("checkbox", { name: "TempMax (degC)" }).click();
  await page.getByRole("dialog").last().getByRole("button", { name: words["ui.action.close"] }).last().click();
  await form.getByText("BMS_1.TempMax").first().waitFor();
  await button(page, words["tests.form.addLimit"]).click();
  await form.getByLabel(words["tests.form.high"].replace("{place}", "1")).fill("50");
  await expectAccessible(page);
}

async function start(page: Page, words: Words): Promise<void> {
  await page.getByRole("dialog").getByRole("button", { name: words["tests.start.start"], exact: true }).click();
  await page.waitForURL(/run=/);
}

const fill = (text: string, values: Readonly<Record<string, string | number>>) =>
  text.replace(/\{(\w+)\}/g, (_, key: string) => String(values[key]));

const unfold = (text: string) => new RegExp(text.replace("{count}", "\\d+"));

const verdictOf = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();

journeys("test manager", () => {
  afterAll(closeStore);

  it.each([...lookOf("en-US", 1440), ...lookOf("zh-CN", 390)])(
    "a routine is made, run on a device, judged with evidence, compared and reported at $width px in $locale [TST-01]",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const { account, thingsId, warm, end } = await testedDevice("EV-01", 70);
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await signInAtHome(page, account);
      await makeRoutine(page, words, "Cells stay cool");
      await screenshot(page, `test-routine-${width}-${locale}`);
      await button(page, words["tests.form.save"]).click();
      await page.getByText("Cells stay cool").first().waitFor();

      // The name is unique, whatever its case.
      await makeRoutine(page, words, "CELLS stay cool");
      await button(page, words["tests.form.save"]).click();
      await page.getByText(words.taken).first().waitFor();

      await page.goto(PAGE);
      await button(page, words["tests.routine.run"]).first().click();
      await page.getByRole("dialog").getByText("EV-01").first().waitFor();
      await start(page, words);
      const stages = page.getByRole("list", { name: words["tests.run.stages"] });
      await stages.getByText(words["tests.stage.dataCollecting"]).waitFor();
      await verdictOf(page, words["tests.verdict.fail"]);
      await page.getByRole("img", { name: /BMS_1\.TempMax/ }).waitFor();
      await expectAccessible(page);
      if (width === 390) expect(await atRest(() => smallTargets(page))).toEqual([]);
      await screenshot(page, `test-run-${width}-${locale}`);

      const download = page.waitForEvent("download");
      await button(page, words["tests.run.report"]).click();
      await page.getByRole("menuitem", { name: words["tests.run.junit"] }).click();
      const xml = readFileSync(await (await download).path());
      const { suite, cases } = JSON.parse(execFileSync("python3", ["-c", READ], { input: xml, encoding: "utf8" }));
      expect(suite).toMatchObject({ name: "Cells stay cool", hostname: "EV-01", tests: "1", failures: "1" });
      expect(cases).toEqual([["failure"]]);

      warm(20);
      await button(page, words["tests.run.again"]).click();
      await start(page, words);
      await verdictOf(page, words["tests.verdict.pass"]);

      // The bars of the check are its runs: the failed one leads to its report.
      const bars = page.getByRole("group", { name: words["tests.check.barsOf"].replace("{subject}", "BMS_1.TempMax") });
      const barOf = (number: number, value: string, outcome: string) =>
        bars.getByRole("button", { name: fill(words["tests.check.bar"], { number, value, outcome }) });
      await barOf(2, "20", words["tests.check.passed"]).waitFor();
      if (width === 390) expect(await atRest(() => smallTargets(page))).toEqual([]);
      await screenshot(page, `test-bars-${width}-${locale}`);
      await barOf(1, "70", words["tests.check.failed"]).click();
      await verdictOf(page, words["tests.verdict.fail"]);
      await page.goBack();
      await verdictOf(page, words["tests.verdict.pass"]);

      await button(page, words["tests.run.compare"].replace("{number}", "1")).click();
      await page.getByText("−50").first().waitFor();
      const over = fill(words["tests.compare.curveOf"], { name: "BMS_1.TempMax", first: 1, second: 2 });
      await page.getByRole("img", { name: over }).waitFor();
      await expectAccessible(page);
      await screenshot(page, `test-compare-${width}-${locale}`);
      await page.goBack();

      // On paper the report alone.
      await verdictOf(page, words["tests.verdict.pass"]);
      await page.emulateMedia({ media: "print" });
      expect(await page.getByRole("banner").isVisible()).toBe(false);
      await page.getByText("BMS_1.TempMax").first().waitFor();
      await screenshot(page, `test-report-${width}-${locale}`);
      await page.emulateMedia({ media: "screen" });

      await end();
      const isOnline = async () =>
        (await call<{ data: { online: boolean } }>(page, "GET", `/things/${thingsId}`)).data.online;
      await eventually(isOnline).toBe(false);
      await button(page, words["tests.run.again"]).click();
      await start(page, words);
      await page.getByText(words["tests.failure.offline"]).first().waitFor();
      await page.goto(`${PAGE}?tab=runs`);
      await eventually(() => page.getByText("Cells stay cool").count()).toBeGreaterThanOrEqual(3);
      await expectAccessible(page);
      await screenshot(page, `test-runs-${width}-${locale}`);

      // A check leads to its moment on the bus.
      const first = words["tests.run.number"].replace("{number}", "1");
      await button(page, `Cells stay cool · ${first}`).click();
      await button(page, words["tests.run.curve"]).click();
      await page.waitForURL(/DeviceDetails\?.*sub=curve/);

      // On the time bar of the device the run is a band, which leads back to it.
      if (width === 390) await page.getByRole("button", { name: unfold(words["frames.bar.unfold"]) }).click();
      const verdict = words["tests.verdict.fail"];
      const band = button(page, fill(words["tests.run.band"], { name: "Cells stay cool", number: 1, verdict }));
      await band.waitFor();
      await screenshot(page, `test-band-${width}-${locale}`);
      await band.click();
      await page.waitForURL(/TestManager\?.*run=/);
      await verdictOf(page, verdict);
    },
  );

  it.each([...lookOf("zh-CN", 1440), ...lookOf("en-US", 390)])(
    "a script is completed, refused by line, tried on stored data and kept at $width px in $locale [TST-02]",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const { account } = await testedDevice("EV-01", 70);
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await signInAtHome(page, account);
      await page.goto(`${PAGE}?tab=scripts`);
      await (await reach(button(page, words["tests.script.new"]).first())).click();
      await page.getByLabel(words["tests.field.name"], { exact: false }).first().fill("Cool cells");
      const code = page.getByRole("textbox", { name: words["tests.script.code"] });
      const write = async (text: string) => {
        await code.click();
        await page.keyboard.press("ControlOrMeta+a");
        await page.keyboard.insertText(text);
      };

      // What is not supported is told by name and line before saving, and not saved.
      await write("def one = 1\nnew File('x')\n");
      await page
        .getByText(words["tests.script.problem"].replace("{line}", "2").split("{")[0] ?? "")
        .first()
        .waitFor();
      await expectAccessible(page);
      await screenshot(page, `test-script-refused-${width}-${locale}`);
      await button(page, words["tests.script.save"]).click();
      await page.getByRole("alert").getByText("File").first().waitFor();

      // An example of the library replaces it.
      await button(page, words["tests.script.examples"]).click();
      await page.getByRole("menuitem").first().click();
      await code.getByText("responseTime").waitFor();

      await button(page, words["tests.form.pick"]).click();
      await page.getByRole("checkbox", { name: "TempMax (degC)" }).click();
      await page.getByRole("dialog").getByRole("button", { name: words["ui.action.close"] }).last().click();
      await page.getByText("BMS_1.TempMax").first().waitFor();

      // Signals and helpers are completed.
      await write("with");
      await page.keyboard.press("Control+Space");
      await page.getByRole("option", { name: /within/ }).click();
      await page.keyboard.type("('BMS_1.T");
      await page.getByRole("option", { name: "BMS_1.TempMax" }).click();
      await code.getByText("BMS_1.TempMax").waitFor();

      // An error at run time has its line.
      await write("within('BMS_1.TempMax', 0, 50)\nsignal('BMS_1.Gone')\n");
      await button(page, words["tests.script.run"]).click();
      await page
        .getByText(words["tests.failure.scriptLine"].replace("{line}", "2").split("{")[0] ?? "")
        .first()
        .waitFor();
      await write("within('BMS_1.TempMax', 0, 50)\nprintln 'judged'\n");
      await button(page, words["tests.script.run"]).click();
      await page.getByText("judged", { exact: true }).first().waitFor();
      await page.getByText(words["tests.verdict.fail"], { exact: true }).first().waitFor();
      await expectAccessible(page);
      if (width === 390) expect(await atRest(() => smallTargets(page))).toEqual([]);
      await screenshot(page, `test-script-${width}-${locale}`);

      await button(page, words["tests.script.save"]).click();
      await page.waitForURL(/tab=scripts&id=[0-9a-f-]{36}/);
      await page.goto(`${PAGE}?tab=scripts`);
      await page.getByRole("button", { name: "Cool cells", exact: true }).waitFor();
      await expectAccessible(page);
      await screenshot(page, `test-scripts-${width}-${locale}`);
    },
  );
});
