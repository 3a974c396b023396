import type { CurveLayout } from "@canopy/contract/signals/layouts";
import { expect, it } from "vitest";
import { keptLast } from "./layout-view.ts";

const ITEM = {
  channel: 0,
  dbc_id: "0b8f0f3c-6c1e-4f43-8a55-0d6a3b9f2f10",
  message_id: 256,
  is_extended: false,
  signal: "Speed",
  colour: 1,
};
const layout = (name: string, updated_time: number, items = [ITEM]): CurveLayout => ({
  name,
  panels: [{ name: "Drive", items }],
  user_name: "acme",
  updated_time,
});

it("what opens by itself is the layout that was kept last and still holds a signal [DBC-05]", () => {
  expect(keptLast([])).toBeUndefined();
  expect(keptLast([layout("a", 5), layout("b", 9), layout("c", 7)])?.name).toBe("b");
  expect(keptLast([layout("a", 5), layout("unbound", 9, [])])?.name).toBe("a");
  expect(keptLast([layout("unbound", 9, [])])).toBeUndefined();
});
