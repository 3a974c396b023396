/** One value of a PID: a big-endian number inside the data, scaled (SAE J1979, annex B). */
export interface ObdValueDefinition {
  key: string;
  zh: string;
  en: string;
  unit: string;
  /** First byte, from 0, and how many. */
  at: number;
  bytes: number;
  isSigned: boolean;
  factor: number;
  offset: number;
}

export interface ObdPidDefinition {
  pid: number;
  /** Data bytes of the answer. */
  size: number;
  values: readonly ObdValueDefinition[];
}

type Row = readonly [
  pid: number,
  size: number,
  key: string,
  zh: string,
  en: string,
  unit: string,
  at: number,
  bytes: number,
  factor: number,
  offset?: number,
];

const PERCENT = 100 / 255;
const TRIM = 100 / 128;
const RATIO = 2 / 65536;

// biome-ignore format: a table reads by rows.
const ROWS: readonly Row[] = [
  [0x02, 2, "freezeFrameDtc", "冻结帧故障码", "DTC of the freeze frame", "", 0, 2, 1],
  [0x03, 2, "fuelSystem1", "燃油系统 1 状态", "Fuel system 1 status", "", 0, 1, 1],
  [0x03, 2, "fuelSystem2", "燃油系统 2 状态", "Fuel system 2 status", "", 1, 1, 1],
  [0x04, 1, "engineLoad", "计算负荷", "Calculated engine load", "%", 0, 1, PERCENT],
  [0x05, 1, "coolantTemperature", "冷却液温度", "Engine coolant temperature", "°C", 0, 1, 1, -40],
  [0x06, 1, "shortFuelTrimBank1", "短期燃油修正（1 排）", "Short term fuel trim, bank 1", "%", 0, 1, TRIM, -100],
  [0x07, 1, "longFuelTrimBank1", "长期燃油修正（1 排）", "Long term fuel trim, bank 1", "%", 0, 1, TRIM, -100],
  [0x08, 1, "shortFuelTrimBank2", "短期燃油修正（2 排）", "Short term fuel trim, bank 2", "%", 0, 1, TRIM, -100],
  [0x09, 1, "longFuelTrimBank2", "长期燃油修正（2 排）", "Long term fuel trim, bank 2", "%", 0, 1, TRIM, -100],
  [0x0a, 1, "fuelPressure", "燃油压力", "Fuel pressure", "kPa", 0, 1, 3],
  [0x0b, 1, "intakePressure", "进气歧管压力", "Intake manifold pressure", "kPa", 0, 1, 1],
  [0x0c, 2, "engineSpeed", "发动机转速", "Engine speed", "rpm", 0, 2, 0.25],
  [0x0d, 1, "vehicleSpeed", "车速", "Vehicle speed", "km/h", 0, 1, 1],
  [0x0e, 1, "timingAdvance", "点火提前角", "Timing advance", "°", 0, 1, 0.5, -64],
  [0x0f, 1, "intakeAirTemperature", "进气温度", "Intake air temperature", "°C", 0, 1, 1, -40],
  [0x10, 2, "airFlow", "空气流量", "Mass air flow", "g/s", 0, 2, 0.01],
  [0x11, 1, "throttlePosition", "节气门开度", "Throttle position", "%", 0, 1, PERCENT],
  [0x12, 1, "secondaryAir", "二次空气状态", "Secondary air status", "", 0, 1, 1],
  [0x13, 1, "oxygenSensorsPresent", "氧传感器配置", "Oxygen sensors present", "", 0, 1, 1],
  [0x1c, 1, "obdStandard", "OBD 标准", "OBD standard", "", 0, 1, 1],
  [0x1d, 1, "oxygenSensorsPresent4Banks", "氧传感器配置（4 排）", "Oxygen sensors present, 4 banks", "", 0, 1, 1],
  [0x1e, 1, "auxiliaryInput", "辅助输入", "Auxiliary input", "", 0, 1, 1],
  [0x1f, 2, "runTime", "发动机运行时间", "Run time since engine start", "s", 0, 2, 1],
  [0x21, 2, "distanceWithMil", "故障灯亮后里程", "Distance with MIL on", "km", 0, 2, 1],
  [0x22, 2, "fuelRailPressureRelative", "油轨压力（相对）", "Fuel rail pressure, relative", "kPa", 0, 2, 0.079],
  [0x23, 2, "fuelRailGaugePressure", "油轨表压", "Fuel rail gauge pressure", "kPa", 0, 2, 10],
  [0x2c, 1, "commandedEgr", "EGR 目标开度", "Commanded EGR", "%", 0, 1, PERCENT],
  [0x2d, 1, "egrError", "EGR 误差", "EGR error", "%", 0, 1, TRIM, -100],
  [0x2e, 1, "evaporativePurge", "蒸发吹洗", "Commanded evaporative purge", "%", 0, 1, PERCENT],
  [0x2f, 1, "fuelLevel", "油位", "Fuel tank level", "%", 0, 1, PERCENT],
  [0x30, 1, "warmUpsSinceClear", "清码后暖机次数", "Warm-ups since codes cleared", "", 0, 1, 1],
  [0x31, 2, "distanceSinceClear", "清码后里程", "Distance since codes cleared", "km", 0, 2, 1],
  [0x33, 1, "barometricPressure", "大气压力", "Barometric pressure", "kPa", 0, 1, 1],
  [0x3c, 2, "catalystTemperatureB1S1", "催化器温度 B1S1", "Catalyst temperature B1S1", "°C", 0, 2, 0.1, -40],
  [0x3d, 2, "catalystTemperatureB2S1", "催化器温度 B2S1", "Catalyst temperature B2S1", "°C", 0, 2, 0.1, -40],
  [0x3e, 2, "catalystTemperatureB1S2", "催化器温度 B1S2", "Catalyst temperature B1S2", "°C", 0, 2, 0.1, -40],
  [0x3f, 2, "catalystTemperatureB2S2", "催化器温度 B2S2", "Catalyst temperature B2S2", "°C", 0, 2, 0.1, -40],
  [0x42, 2, "moduleVoltage", "控制模块电压", "Control module voltage", "V", 0, 2, 0.001],
  [0x43, 2, "absoluteLoad", "绝对负荷", "Absolute load", "%", 0, 2, PERCENT],
  [0x44, 2, "commandedRatio", "目标空燃当量比", "Commanded air-fuel equivalence ratio", "", 0, 2, RATIO],
  [0x45, 1, "relativeThrottle", "节气门相对开度", "Relative throttle position", "%", 0, 1, PERCENT],
  [0x46, 1, "ambientTemperature", "环境温度", "Ambient air temperature", "°C", 0, 1, 1, -40],
  [0x47, 1, "throttlePositionB", "节气门绝对开度 B", "Absolute throttle position B", "%", 0, 1, PERCENT],
  [0x48, 1, "throttlePositionC", "节气门绝对开度 C", "Absolute throttle position C", "%", 0, 1, PERCENT],
  [0x49, 1, "pedalPositionD", "油门踏板位置 D", "Accelerator pedal position D", "%", 0, 1, PERCENT],
  [0x4a, 1, "pedalPositionE", "油门踏板位置 E", "Accelerator pedal position E", "%", 0, 1, PERCENT],
  [0x4b, 1, "pedalPositionF", "油门踏板位置 F", "Accelerator pedal position F", "%", 0, 1, PERCENT],
  [0x4c, 1, "commandedThrottle", "节气门目标开度", "Commanded throttle actuator", "%", 0, 1, PERCENT],
  [0x4d, 2, "timeWithMil", "故障灯亮后时间", "Time with MIL on", "min", 0, 2, 1],
  [0x4e, 2, "timeSinceClear", "清码后时间", "Time since codes cleared", "min", 0, 2, 1],
  [0x4f, 4, "maximumRatio", "当量比上限", "Maximum equivalence ratio", "", 0, 1, 1],
  [0x4f, 4, "maximumOxygenVoltage", "氧传感器电压上限", "Maximum oxygen sensor voltage", "V", 1, 1, 1],
  [0x4f, 4, "maximumOxygenCurrent", "氧传感器电流上限", "Maximum oxygen sensor current", "mA", 2, 1, 1],
  [0x4f, 4, "maximumIntakePressure", "进气压力上限", "Maximum intake manifold pressure", "kPa", 3, 1, 10],
  [0x50, 4, "maximumAirFlow", "空气流量上限", "Maximum mass air flow", "g/s", 0, 1, 10],
  [0x51, 1, "fuelType", "燃料类型", "Fuel type", "", 0, 1, 1],
  [0x52, 1, "ethanol", "乙醇含量", "Ethanol fuel", "%", 0, 1, PERCENT],
  [0x53, 2, "evaporativePressureAbsolute", "蒸发系统绝对压力", "Absolute evaporative pressure", "kPa", 0, 2, 0.005],
  [0x55, 2, "shortSecondaryTrimBank1", "后氧短期修正（1 排）", "Short term secondary trim, bank 1", "%", 0, 1, TRIM, -100],
  [0x55, 2, "shortSecondaryTrimBank3", "后氧短期修正（3 排）", "Short term secondary trim, bank 3", "%", 1, 1, TRIM, -100],
  [0x56, 2, "longSecondaryTrimBank1", "后氧长期修正（1 排）", "Long term secondary trim, bank 1", "%", 0, 1, TRIM, -100],
  [0x56, 2, "longSecondaryTrimBank3", "后氧长期修正（3 排）", "Long term secondary trim, bank 3", "%", 1, 1, TRIM, -100],
  [0x57, 2, "shortSecondaryTrimBank2", "后氧短期修正（2 排）", "Short term secondary trim, bank 2", "%", 0, 1, TRIM, -100],
  [0x57, 2, "shortSecondaryTrimBank4", "后氧短期修正（4 排）", "Short term secondary trim, bank 4", "%", 1, 1, TRIM, -100],
  [0x58, 2, "longSecondaryTrimBank2", "后氧长期修正（2 排）", "Long term secondary trim, bank 2", "%", 0, 1, TRIM, -100],
  [0x58, 2, "longSecondaryTrimBank4", "后氧长期修正（4 排）", "Long term secondary trim, bank 4", "%", 1, 1, TRIM, -100],
  [0x59, 2, "fuelRailPressureAbsolute", "油轨绝对压力", "Fuel rail pressure, absolute", "kPa", 0, 2, 10],
  [0x5a, 1, "relativePedalPosition", "油门踏板相对位置", "Relative accelerator pedal position", "%", 0, 1, PERCENT],
  [0x5b, 1, "hybridBatteryRemaining", "动力电池剩余寿命", "Hybrid battery pack remaining life", "%", 0, 1, PERCENT],
  [0x5c, 1, "oilTemperature", "机油温度", "Engine oil temperature", "°C", 0, 1, 1, -40],
  [0x5d, 2, "injectionTiming", "喷油正时", "Fuel injection timing", "°", 0, 2, 1 / 128, -210],
  [0x5e, 2, "fuelRate", "燃油消耗率", "Engine fuel rate", "L/h", 0, 2, 0.05],
  [0x61, 1, "demandedTorque", "驾驶员需求扭矩", "Driver's demand torque", "%", 0, 1, 1, -125],
  [0x62, 1, "actualTorque", "实际扭矩", "Actual engine torque", "%", 0, 1, 1, -125],
  [0x63, 2, "referenceTorque", "参考扭矩", "Engine reference torque", "Nm", 0, 2, 1],
  [0x64, 5, "torqueIdle", "扭矩（怠速）", "Engine torque at idle", "%", 0, 1, 1, -125],
  [0x64, 5, "torquePoint1", "扭矩（点 1）", "Engine torque at point 1", "%", 1, 1, 1, -125],
  [0x64, 5, "torquePoint2", "扭矩（点 2）", "Engine torque at point 2", "%", 2, 1, 1, -125],
  [0x64, 5, "torquePoint3", "扭矩（点 3）", "Engine torque at point 3", "%", 3, 1, 1, -125],
  [0x64, 5, "torquePoint4", "扭矩（点 4）", "Engine torque at point 4", "%", 4, 1, 1, -125],
  [0x67, 3, "coolantTemperature1", "冷却液温度 1", "Engine coolant temperature 1", "°C", 1, 1, 1, -40],
  [0x67, 3, "coolantTemperature2", "冷却液温度 2", "Engine coolant temperature 2", "°C", 2, 1, 1, -40],
  [0x8e, 1, "frictionTorque", "摩擦扭矩", "Engine friction torque", "%", 0, 1, 1, -125],
  [0xa2, 2, "cylinderFuelRate", "单缸喷油量", "Cylinder fuel rate", "mg/stroke", 0, 2, 1 / 32],
  [0xa6, 4, "odometer", "总里程", "Odometer", "km", 0, 4, 0.1],
];

/** Vapour pressure is the one signed number of the standard's first pages. */
// biome-ignore format: a table reads by rows.
const SIGNED_ROWS: readonly Row[] = [
  [0x32, 2, "evaporativePressure", "蒸发系统压力", "Evaporative system vapour pressure", "Pa", 0, 2, 0.25],
  [0x54, 2, "evaporativePressureWide", "蒸发系统压力（宽域）", "Evaporative system vapour pressure, wide", "Pa", 0, 2, 1],
];

/** Eight oxygen sensors in each of three encodings: 14-1B, 24-2B, 34-3B. */
function oxygenRows(sensor: number): Row[] {
  const name = (what: string) => `oxygen${sensor}${what}`;
  const zh = (what: string) => `氧传感器 ${sensor} ${what}`;
  const en = (what: string) => `Oxygen sensor ${sensor} ${what}`;
  const [narrow, wide, current] = [0x13 + sensor, 0x23 + sensor, 0x33 + sensor];
  return [
    [narrow, 2, name("Voltage"), zh("电压"), en("voltage"), "V", 0, 1, 0.005],
    [narrow, 2, name("Trim"), zh("短期修正"), en("short term trim"), "%", 1, 1, TRIM, -100],
    [wide, 4, name("Ratio"), zh("当量比"), en("equivalence ratio"), "", 0, 2, RATIO],
    [wide, 4, name("WideVoltage"), zh("宽域电压"), en("wide range voltage"), "V", 2, 2, 8 / 65536],
    [current, 4, name("CurrentRatio"), zh("当量比（电流）"), en("equivalence ratio by current"), "", 0, 2, RATIO],
    [current, 4, name("Current"), zh("电流"), en("current"), "mA", 2, 2, 1 / 256, -128],
  ];
}

function definitions(): Map<number, ObdPidDefinition> {
  const pids = new Map<number, { pid: number; size: number; values: ObdValueDefinition[] }>();
  const add = (row: Row, isSigned: boolean) => {
    const [pid, size, key, zh, en, unit, at, bytes, factor, offset = 0] = row;
    const definition = pids.get(pid) ?? { pid, size, values: [] };
    definition.values.push({ key, zh, en, unit, at, bytes, isSigned, factor, offset });
    pids.set(pid, definition);
  };
  for (const row of [...ROWS, ...[1, 2, 3, 4, 5, 6, 7, 8].flatMap(oxygenRows)]) add(row, false);
  for (const row of SIGNED_ROWS) add(row, true);
  return pids;
}

export const CURRENT_DATA_PIDS: ReadonlyMap<number, ObdPidDefinition> = definitions();
