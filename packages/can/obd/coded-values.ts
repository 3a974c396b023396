/** Text of a PID whose number is a code. */
export interface CodeText {
  zh: string;
  en: string;
}

const FUEL_TYPES: readonly CodeText[] = [
  { zh: "不可用", en: "Not available" },
  { zh: "汽油", en: "Gasoline" },
  { zh: "甲醇", en: "Methanol" },
  { zh: "乙醇", en: "Ethanol" },
  { zh: "柴油", en: "Diesel" },
  { zh: "液化石油气", en: "LPG" },
  { zh: "压缩天然气", en: "CNG" },
  { zh: "丙烷", en: "Propane" },
  { zh: "电", en: "Electric" },
  { zh: "双燃料，使用汽油", en: "Bifuel running gasoline" },
  { zh: "双燃料，使用甲醇", en: "Bifuel running methanol" },
  { zh: "双燃料，使用乙醇", en: "Bifuel running ethanol" },
  { zh: "双燃料，使用液化石油气", en: "Bifuel running LPG" },
  { zh: "双燃料，使用压缩天然气", en: "Bifuel running CNG" },
  { zh: "双燃料，使用丙烷", en: "Bifuel running propane" },
  { zh: "双燃料，使用电", en: "Bifuel running electricity" },
  { zh: "双燃料，电与内燃机并用", en: "Bifuel running electric and combustion engine" },
  { zh: "汽油混合动力", en: "Hybrid gasoline" },
  { zh: "乙醇混合动力", en: "Hybrid ethanol" },
  { zh: "柴油混合动力", en: "Hybrid diesel" },
  { zh: "电混合动力", en: "Hybrid electric" },
  { zh: "电与内燃机混合动力", en: "Hybrid running electric and combustion engine" },
  { zh: "再生混合动力", en: "Hybrid regenerative" },
  { zh: "双燃料，使用柴油", en: "Bifuel running diesel" },
];

const FUEL_SYSTEM: Readonly<Record<number, CodeText>> = {
  0: { zh: "发动机关闭", en: "Motor off" },
  1: { zh: "开环，未达温度", en: "Open loop, not yet warm" },
  2: { zh: "闭环，使用氧传感器", en: "Closed loop with oxygen sensor" },
  4: { zh: "开环，因负荷或减速", en: "Open loop due to load or deceleration" },
  8: { zh: "开环，因系统故障", en: "Open loop due to system failure" },
  16: { zh: "闭环，反馈有故障", en: "Closed loop with a fault in feedback" },
};

/** The meaning of a PID's code; undefined where the number is a measurement or the code is reserved. */
export function obdCodeText(key: string, raw: number): CodeText | undefined {
  if (key === "fuelType") return FUEL_TYPES[raw];
  return key === "fuelSystem1" || key === "fuelSystem2" ? FUEL_SYSTEM[raw] : undefined;
}
