import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { setPackage } from "../../apps/server/capacity/package-store.ts";
import { keepComputedSignal, removeComputedSignal } from "../../apps/server/signals/bindings/computed-store.ts";
import { createDbc } from "../../apps/server/signals/dbc/keep-dbc.ts";
import { UNLIMITED_PACKAGE } from "../../packages/contract/capacity/package.ts";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore, database, newAccount } from "../support/store.ts";
import { connectTerminal, registerDevice } from "../support/terminal.ts";
import { DEMO_MASTER, eventually, lookOf, signIn } from "../support/visitors.ts";

const SLOW = { timeout: 300_000 * PATIENCE };

const HEAD = 'VERSION "1"\n\nBU_: VCU BMS\n\n';
/** One message with a state, one that is multiplexed; comments in Chinese. */
const PACK = `${HEAD}VAL_TABLE_ OnOff 1 "On" 0 "Off" ;

BO_ 928 BMS_1: 8 BMS
 SG_ PackVoltage : 0|16@1+ (0.1,0) [0|600] "V" VCU
 SG_ Soc : 16|10@1+ (0.1,0) [0|100] "%" VCU
 SG_ ContactorState : 30|2@1+ (1,0) [0|3] "" VCU

BO_ 929 BMS_Cells: 8 BMS
 SG_ Page M : 0|8@1+ (1,0) [0|3] "" VCU
 SG_ Cell_A m0 : 8|16@1+ (0.001,0) [0|5] "V" VCU
 SG_ Cell_B m1 : 8|16@1+ (0.001,0) [0|5] "V" VCU

CM_ SG_ 928 Soc "剩余电量 state of charge";
BA_DEF_ BO_ "GenMsgCycleTime" INT 0 65535;
BA_DEF_DEF_ "GenMsgCycleTime" 0;
BA_ "GenMsgCycleTime" BO_ 928 100;
VAL_ 928 ContactorState 0 "Open" 1 "Closed" 2 "Welded" ;
`;
const BROKEN = `${HEAD}BO_ 256 Pump: 8 VCU\n SG_ Speed : 0|16@1+ (1,0) [0|0] "rpm" VCU\n SG_ Oops : zero|8@1+ (1,0) [0|0] "" VCU\n`;
/** "电池" in GBK. */
const GBK = Buffer.concat([
  Buffer.from(`${HEAD}BO_ 512 Heater: 8 VCU\n SG_ Power : 0|8@1+ (1,0) [0|0] "W" VCU\n\nCM_ BO_ 512 "`),
  Buffer.from([0xb5, 0xe7, 0xb3, 0xd8]),
  Buffer.from('";\n'),
]);

const file = (name: string, content: string | Buffer) => ({
  name,
  mimeType: "application/octet-stream",
  buffer: Buffer.from(content as string),
});

const choose = (page: Page, files: ReturnType<typeof file>[]) => page.locator("input[type=file]").setInputFiles(files);

async function revisionCount(tenantId: string, name: string): Promise<number> {
  const { pool } = await database();
  const found = await pool.query("select newest from dbc_files where tenant_id = $1 and name = $2", [tenantId, name]);
  return found.rows[0]?.newest ?? 0;
}

/** A computed signal that takes a signal of the pack. */
async function keepFormula(tenantId: string, name: string, signal: string): Promise<void> {
  const { db, pool } = await database();
  const found = await pool.query("select id from dbc_files where tenant_id = $1 and name = 'pack'", [tenantId]);
  const taken = { dbc_id: found.rows[0].id, channel: 0, message_id: 928, is_extended: false, signal };
  const content = { name, unit: "", remark: "", formula: "a", inputs: [{ name: "a", signal: taken }], userName: "" };
  await keepComputedSignal(db, tenantId, content, 100);
}

journeys("dbc", () => {
  afterAll(closeStore);

  it.each(lookOf("zh-CN", 1440))(
    "files are imported with their problems named, drafts, encodings and a name clash, and read at $width px in $locale [DBC-01]",
    SLOW,
    async ({ locale, width }) => {
      const word = (chinese: string, english: string) => (locale === "zh-CN" ? chinese : english);
      const isNarrow = width === 390;
      const { name, tenantId } = await newAccount();
      const page = await openPage({ locale, width, height: isNarrow ? 844 : 900 });
      await signIn(page, { name });
      await page.goto("/Container/DBCManager");
      await page.getByText(word("还没有 DBC 文件", "No DBC files yet")).waitFor();
      await expectAccessible(page);
      await page.getByRole("button", { name: word("导入 DBC", "Import DBC") }).click();
      await page.getByText(word("将 DBC、LDF 或 ARXML 文件拖到这里", "Drop DBC, LDF or ARXML files here")).waitFor();

      await choose(page, [
        file("pack.dbc", PACK),
        file("supplier.dbc", BROKEN),
        file("heater.DBC", GBK),
        file("notes.txt", "hello"),
        file("void.dbc", ""),
      ]);
      const card = (title: string) => page.getByRole("region", { name: title, exact: true });
      await card("notes.txt")
        .getByText(word("文件名须以 .dbc、.ldf 或 .arxml 结尾", "must end in .dbc, .ldf or .arxml"))
        .waitFor();
      await card("void.dbc").getByText(word("文件为空", "The file is empty")).waitFor();
      // Line, column, the word, what it means and the line itself.
      const problems = card("supplier.dbc").getByRole("list", { name: word("问题", "Problems") });
      await problems.getByText(word("第 7 行，第 13 列", "Line 7, column 13")).waitFor();
      await problems.getByText(word("此处应为数字", "A number is expected here")).waitFor();
      await problems.getByText("SG_ Oops : zero|8@1+").waitFor();
      await expectAccessible(page);
      await screenshot(page, `dbc-import-${width}-${locale}`);
      // A broken file is refused, and may be kept as a draft.
      const broken = card("supplier.dbc");
      expect(
        await broken.getByRole("button", { name: word("导入", "Import"), exact: true }).getAttribute("aria-disabled"),
      ).toBe("true");
      await broken.getByRole("button", { name: word("存为草稿", "Keep as a draft") }).click();
      await broken.getByText(word("已导入，修订 1", "Imported, revision 1")).waitFor();
      // The encoding is found, and can be chosen: what was 电池 becomes nonsense and comes back.
      const heater = card("heater.DBC");
      const encoding = heater.getByRole("combobox", { name: word("编码", "Encoding") });
      await heater.getByText("电池").waitFor();
      expect(await encoding.inputValue()).toBe("gb18030");
      await encoding.selectOption("windows-1252");
      await heater.getByText("µç³Ø").waitFor();
      await encoding.selectOption("gb18030");
      await heater.getByText("电池").waitFor();
      await page.getByRole("button", { name: word("导入全部 2 个", "Import all 2") }).click();
      await card("pack.dbc").getByText(word("已导入，修订 1", "Imported, revision 1")).waitFor();
      await heater.getByText(word("已导入，修订 1", "Imported, revision 1")).waitFor();

      // The same name again: another name, or a new revision of it.
      await card("pack.dbc")
        .getByRole("button", { name: word("移除 pack.dbc", "Remove pack.dbc") })
        .click();
      await choose(page, [file("PACK.dbc", PACK.replace("(0.1,0) [0|600]", "(0.05,0) [0|600]"))]);
      const again = card("PACK.dbc");
      await again.getByText(word("已有同名文件 pack", "pack exists")).waitFor();
      expect(
        await again.getByRole("button", { name: word("导入", "Import"), exact: true }).getAttribute("aria-disabled"),
      ).toBe("true");
      await again.getByText(word("作为 pack 的修订 2", "As revision 2 of pack")).click();
      await again.getByRole("button", { name: word("导入为新修订", "Import as a new revision") }).click();
      await again.getByText(word("已导入，修订 2", "Imported, revision 2")).waitFor();
      expect(await revisionCount(tenantId, "pack")).toBe(2);
      await again.getByRole("button", { name: word("打开", "Open"), exact: true }).click();

      // What is in it.
      if (isNarrow) await page.getByRole("button", { name: /0x3A0/ }).click();
      const view = page.getByRole("region", { name: "pack", exact: true });
      await view.getByRole("heading", { name: "BMS_1" }).waitFor();
      await view.getByText(word("周期 100 ms", "Cycle 100 ms")).waitFor();
      await view.getByText(word("已用 28 / 64 位", "28 of 64 bits used")).waitFor();
      await view.getByRole("button", { name: /(信号|Signal) Soc/ }).click();
      await view.getByRole("region", { name: word("信号 Soc", "Signal Soc") }).waitFor();
      await eventually(() => view.getByRole("textbox", { name: word("注释", "Comment") }).inputValue()).toContain(
        "剩余电量",
      );
      await expectAccessible(page);
      await screenshot(page, `dbc-manager-${width}-${locale}`);
      await view.getByRole("tab", { name: word("值表", "Value tables") }).click();
      await view.getByRole("heading", { name: "OnOff" }).waitFor();
      // On a phone the last tabs are in the menu of the line.
      if (isNarrow) await view.getByRole("button", { name: word("更多标签", "More tabs") }).click();
      const attributes = word("节点与属性", "Nodes and attributes");
      await view.getByRole(isNarrow ? "menuitem" : "tab", { name: attributes }).click();
      await view.getByText("GenMsgCycleTime").first().waitFor();
      await expectAccessible(page);

      // The search looks into all files; a hit leads to its message and signal.
      if (isNarrow) {
        await page.getByRole("button", { name: word("返回", "Back") }).click();
        await page.getByRole("button", { name: word("返回", "Back") }).click();
      }
      await page.getByRole("searchbox", { name: word("搜索全部文件", "Search all files") }).fill("cell_b");
      await page.getByRole("button", { name: /Cell_B/ }).click();
      await eventually(() => page.url()).toContain("sig=Cell_B");
      const branch = page.getByRole("combobox", { name: word("复用分支", "Multiplexed branch") });
      await eventually(() => branch.inputValue()).toBe("Page=1");
      await page.getByRole("region", { name: word("信号 Cell_B", "Signal Cell_B") }).waitFor();
      await expectAccessible(page);
    },
  );

  it(
    "a signal is edited by form with undo; a save that somebody else overtook is not lost; revisions are compared and the file deleted [DBC-01]",
    SLOW,
    async () => {
      const { name, tenantId } = await newAccount();
      const page = await openPage({ locale: "en-US" });
      await signIn(page, { name });
      await page.goto("/Container/DBCImportPage");
      await page.getByText("Drop DBC, LDF or ARXML files here").waitFor();
      await choose(page, [file("pack.dbc", PACK)]);
      await page.getByRole("button", { name: "Import", exact: true }).click();
      await page.getByRole("button", { name: "Open", exact: true }).waitFor();
      await keepFormula(tenantId, "Charge", "Soc");
      await keepFormula(tenantId, "Volts", "PackVoltage");
      await page.getByRole("button", { name: "Open", exact: true }).click();
      const view = page.getByRole("region", { name: "pack", exact: true });
      await view.getByRole("button", { name: /Signal Soc/ }).click();
      const form = view.getByRole("region", { name: "Signal Soc" });
      const factor = form.getByRole("textbox", { name: "Factor" });
      await factor.fill("0");
      await factor.press("Enter");
      await form.getByText("The factor must not be 0").waitFor();
      await factor.fill("0.2");
      await factor.press("Enter");
      await view.getByText("1 unsaved change").waitFor();
      await form.getByRole("textbox", { name: "Start bit" }).fill("18");
      await form.getByRole("textbox", { name: "Unit" }).fill("percent");
      await view.getByRole("textbox", { name: "Comment" }).focus();
      await view.getByText("3 unsaved changes").waitFor();
      await view.getByRole("button", { name: "Undo" }).click();
      await eventually(() => form.getByRole("textbox", { name: "Unit" }).inputValue()).toBe("%");
      await expectAccessible(page);
      // A value table, and back.
      await view.getByRole("tab", { name: "Value tables" }).click();
      const table = view.getByRole("region", { name: "OnOff" });
      await table.getByRole("textbox", { name: /States/ }).fill("0 Off\n1 On\n2 Fault");
      await table.getByRole("textbox", { name: "Name" }).focus();
      await view.getByText("3 unsaved changes").waitFor();
      await expectAccessible(page);
      await view.getByRole("button", { name: "Undo" }).click();
      await view.getByRole("tab", { name: "Message" }).click();
      // Leaving asks first.
      await page.getByRole("link", { name: "Vehicles" }).first().click();
      await page.getByRole("dialog").getByText("There are unsaved changes").waitFor();
      await page.getByRole("button", { name: "Stay" }).click();

      // Somebody else saves while this page is open.
      const { db, pool } = await database();
      await pool.query(
        `insert into dbc_revisions select tenant_id, dbc_id, 2, content, encoding, problems, error_count, warning_count,
         message_count, signal_count, 'colleague', '', now() from dbc_revisions where tenant_id = $1`,
        [tenantId],
      );
      await pool.query("update dbc_files set newest = 2 where tenant_id = $1", [tenantId]);
      await view.getByRole("button", { name: "Save as a new revision" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText("0.2").waitFor();
      // What takes the changed signal is named before it is saved; what takes others is not.
      const impact = dialog.getByRole("region", { name: "What is affected" });
      await eventually(() => impact.textContent()).toContain("Computed signal Charge");
      expect(await impact.textContent()).not.toContain("Volts");
      for (const formula of ["Charge", "Volts"]) await removeComputedSignal(db, tenantId, formula);
      await expectAccessible(page);
      await dialog.getByRole("textbox", { name: "Remark" }).fill("scale of Soc");
      await dialog.getByRole("button", { name: "Save as revision 2" }).click();
      await dialog.getByText("Somebody saved first.").waitFor();
      expect(await revisionCount(tenantId, "pack")).toBe(2);
      await dialog.getByRole("button", { name: "Save as revision 3 all the same" }).click();
      await page.getByText("Saved as revision 3").first().waitFor();
      await eventually(() => revisionCount(tenantId, "pack")).toBe(3);

      await view.getByRole("button", { name: /Compare/ }).click();
      await dialog.getByText("1 message changed").waitFor();
      await dialog.getByText("Start bit").waitFor();
      await screenshot(page, "dbc-compare-1440-en-US");
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      // An old revision is to be read only.
      await view.getByRole("button", { name: "Revision 3" }).click();
      await page.getByRole("menuitemradio", { name: /r1 / }).click();
      await view.getByText("Old revision, read only").waitFor();
      expect(await view.getByRole("button", { name: "New signal" }).count()).toBe(0);
      // To the byte as it came.
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        view.getByRole("button", { name: "Export" }).click(),
      ]);
      expect(download.suggestedFilename()).toBe("pack.dbc");
      expect(readFileSync(await download.path(), "utf8")).toBe(PACK);

      await view.getByRole("button", { name: "More actions" }).click();
      await page.getByRole("menuitem", { name: "Delete file" }).click();
      await dialog.getByRole("textbox").fill("pack");
      await dialog.getByRole("button", { name: "Delete file" }).click();
      await page.getByText("No DBC files yet").waitFor();
      expect(await revisionCount(tenantId, "pack")).toBe(0);
    },
  );

  it(
    "a new name leaves unsaved changes in the page; what the file's encoding lacks is saved as UTF-8, and said [DBC-01]",
    SLOW,
    async () => {
      const { name, tenantId } = await newAccount();
      const { db, pool } = await database();
      const bytes = Buffer.from(PACK.replace("剩余电量 state of charge", "Füllstand der Batterie"), "latin1");
      const given = { bytes, encoding: "windows-1252", remark: "", draft: false, author: name } as const;
      await createDbc(db, tenantId, "pack.dbc", given);
      const page = await openPage({ locale: "en-US" });
      await signIn(page, { name });
      await page.goto("/Container/DBCManager");
      const view = (file: string) => page.getByRole("region", { name: file, exact: true });
      await view("pack")
        .getByRole("button", { name: /Signal Soc/ })
        .click();
      const comment = view("pack").getByRole("textbox", { name: "Comment" });
      await eventually(() => comment.inputValue()).toBe("Füllstand der Batterie");
      await comment.fill("Füllstand 剩余电量");
      await view("pack").getByRole("textbox", { name: "Unit" }).focus();
      await view("pack").getByText("1 unsaved change").waitFor();

      await view("pack").getByRole("button", { name: "More actions" }).click();
      await page.getByRole("menuitem", { name: "Rename" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("textbox", { name: "Name" }).fill("traction");
      await dialog.getByRole("button", { name: "Rename" }).click();
      await page.getByText("Renamed", { exact: true }).first().waitFor();
      await view("traction").getByText("1 unsaved change").waitFor();

      await view("traction").getByRole("button", { name: "Save as a new revision" }).click();
      await dialog.getByText("This revision is saved as UTF-8.").waitFor();
      await expectAccessible(page);
      await dialog.getByRole("button", { name: "Save as revision 2" }).click();
      await view("traction").getByText("UTF-8", { exact: true }).waitFor();
      expect(await view("traction").getByText("1 unsaved change").count()).toBe(0);
      const saved = await pool.query(
        "select content, encoding from dbc_revisions where tenant_id = $1 and revision = 2",
        [tenantId],
      );
      expect(saved.rows[0].encoding).toBe("utf-8");
      expect(saved.rows[0].content.toString("utf8")).toContain("Füllstand 剩余电量");
    },
  );

  it(
    "a DBC is checked on the traffic of a channel, and the live table decodes with it from the library [DBC-01]",
    SLOW,
    async () => {
      const { name, tenantId } = await newAccount();
      const { db } = await database();
      const given = { bytes: Buffer.from(PACK), remark: "", draft: false, author: name };
      await createDbc(db, tenantId, "pack.dbc", given);
      await setPackage(db, tenantId, UNLIMITED_PACKAGE);
      const device = await registerDevice(tenantId, { name: "bench logger" });
      const terminal = await connectTerminal(device);
      onTestFinished(() => terminal.close());
      let n = 0;
      const timer = setInterval(() => {
        n += 1;
        // 102.3 % is more than the file allows; 0x3A1 is shorter than it says; 0x7A0 is in no file.
        const frames = [
          { id: 0x3a0, data: [0x10, n & 0x0f, 0xff, 0x03, 0, 0, 0, 0] },
          { id: 0x3a1, data: [0, 0x10, 0x0e, 0] },
          { id: 0x7a0, data: [n & 0xff] },
        ];
        void terminal
          .frames(frames.map((one) => ({ ...one, channel: 0, timeUs: Date.now() * 1000 })))
          .catch(() => undefined);
      }, 100);
      onTestFinished(() => clearInterval(timer));
      const page = await openPage({});
      await signIn(page, { name });
      await page.goto("/Container/DBCManager");
      await page.getByRole("button", { name: "对照流量检查" }).click();
      const dialog = page.getByRole("dialog");
      const run = dialog.getByRole("button", { name: "检查", exact: true });
      await eventually(() => dialog.getByRole("combobox", { name: "设备" }).inputValue()).not.toBe("");
      // A frame is stored a moment after it was sent.
      await expect
        .poll(
          async () => {
            await run.click();
            return dialog.getByText("超出范围的值：1").count();
          },
          { timeout: 120_000 * PATIENCE, interval: 1000 },
        )
        .toBe(1);
      await dialog.getByText("未知 ID：1").waitFor();
      await dialog.getByText("0x7A0").waitFor();
      await dialog.getByText("长度不符：1").waitFor();
      await dialog.getByText("DBC 8 字节，实际 4").waitFor();
      await dialog.getByText(/范围 0 … 100，实际 102.3 … 102.3/).waitFor();
      await dialog.getByText("66.7 %").first().waitFor();
      await expectAccessible(page);
      await screenshot(page, "dbc-check-1440-zh-CN");

      await page.goto(`/Container/HomePage/DeviceDetails?id=${device.thingsId}&tab=data&sub=live`);
      await page.getByRole("button", { name: /DBC/ }).last().click();
      await page.getByRole("menuitem", { name: /pack/ }).click();
      await page.getByText("BMS_1").first().waitFor();
    },
  );

  it("signals are made, moved and stretched by dragging bits, and taken back [DBC-01]", SLOW, async () => {
    const { name, tenantId } = await newAccount();
    const { db } = await database();
    await createDbc(db, tenantId, "pack.dbc", { bytes: Buffer.from(PACK), remark: "", draft: false, author: name });
    const page = await openPage({ locale: "en-US" });
    await signIn(page, { name });
    await page.goto("/Container/DBCManager");
    const view = page.getByRole("region", { name: "pack", exact: true });
    const field = (label: string) => view.getByRole("textbox", { name: label, exact: true });
    /** The middle of a bit of the grid. */
    const bit = async (number: number) => {
      const box = await view.locator(`[data-bit="${number}"]`).boundingBox();
      if (!box) throw new Error(`bit ${number} is not there`);
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const drag = async (from: { x: number; y: number }, to: { x: number; y: number }) => {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
      await page.mouse.move(to.x, to.y, { steps: 4 });
      await page.mouse.up();
    };
    await view.getByRole("button", { name: /Signal Soc/ }).waitFor();
    // Free bits: a new signal on them.
    await drag(await bit(39), await bit(32));
    await view.getByRole("region", { name: "Signal Signal_4" }).waitFor();
    await eventually(() => field("Start bit").inputValue()).toBe("32");
    expect(await field("Length (bits)").inputValue()).toBe("8");
    // Its block: two bytes on.
    await drag(await bit(35), await bit(51));
    await eventually(() => field("Start bit").inputValue()).toBe("48");
    // Its far end: into the next byte.
    const end = await view.locator('[data-signal="Signal_4"] [data-handle]').boundingBox();
    if (!end) throw new Error("the block has no end to draw");
    await drag({ x: end.x + 2, y: end.y + end.height / 2 }, await bit(59));
    await eventually(() => field("Length (bits)").inputValue()).toBe("12");
    await view.getByText("3 unsaved changes").waitFor();
    await screenshot(page, "dbc-drag-1440-en-US");
    await page.keyboard.press("Control+z");
    await eventually(() => field("Length (bits)").inputValue()).toBe("8");
    await page.keyboard.press("Control+z");
    await eventually(() => field("Start bit").inputValue()).toBe("32");
    await page.keyboard.press("Control+Shift+z");
    await eventually(() => field("Start bit").inputValue()).toBe("48");
    await expectAccessible(page);
    await view.getByRole("button", { name: "Save as a new revision" }).click();
    await page.getByRole("dialog").getByText("Signal_4").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Save as revision 2" }).click();
    await eventually(() => revisionCount(tenantId, "pack")).toBe(2);
  });

  it(
    "a newcomer finds the DBCs of the demo's vehicles; who may only read looks at everything and changes nothing [DBC-01]",
    SLOW,
    async () => {
      const { name: viewer } = await newAccount({ tenant: DEMO_MASTER, role: "sub", tenantLevel: "read" });
      const page = await openPage({ theme: "dark" });
      await signIn(page, { name: `${viewer}@${DEMO_MASTER}` });
      await page.goto("/Container/DBCManager");
      const files = page.getByRole("region", { name: "DBC 文件" });
      for (const name of ["demo_ev", "demo_truck", "demo_fd_car"]) {
        await files.getByRole("button", { name: new RegExp(name) }).waitFor();
      }
      expect(await files.getByRole("button", { name: "导入 DBC" }).getAttribute("aria-disabled")).toBe("true");
      await files.getByRole("button", { name: /demo_fd_car/ }).click();
      await page.getByRole("button", { name: /HV_Battery/ }).click();
      const view = page.getByRole("region", { name: "demo_fd_car", exact: true });
      // A CAN FD message of 48 bytes, row by row.
      await view.getByText("字节 47").waitFor();
      expect(await view.getByRole("textbox", { name: "系数" }).getAttribute("readonly")).not.toBeNull();
      for (const name of ["新建信号", "编辑报文", "删除报文", "保存为新修订"]) {
        expect(await view.getByRole("button", { name }).count(), name).toBe(0);
      }
      await view.getByRole("button", { name: "更多操作" }).click();
      expect(await page.getByRole("menuitem", { name: /删除文件/ }).getAttribute("aria-disabled")).toBe("true");
      await page.keyboard.press("Escape");
      await expectAccessible(page);
      await screenshot(page, "dbc-manager-dark-1440-zh-CN");
    },
  );
});
