import { fill, type Language, type Text } from "./language.ts";

export const SAVED: Text = { zh: "已保存", en: "Saved" };
/** The sentence of a deletion that needs no name. */
export const DELETED: Text = { zh: "已删除", en: "Deleted" };

const SEPARATOR: Text = { zh: "、", en: ", " };
const AND_MORE: Text = { zh: "{list} 等 {count} 处", en: "{list} and {more} more" };
const NAMED = 3;

/** "VAN-01 CAN2, VAN-02 CAN1, VAN-03 CAN1 and 4 more". */
export function nameList(names: readonly string[], language: Language): string {
  const list = names.slice(0, NAMED).join(SEPARATOR[language]);
  if (names.length <= NAMED) return list;
  return fill(AND_MORE[language], { list, count: names.length, more: names.length - NAMED });
}
