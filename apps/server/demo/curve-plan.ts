/** A signal of a vehicle's DBC, as `Message.Signal`. */
type SignalName = `${string}.${string}`;

interface PlannedStrategy {
  readonly name: string;
  readonly nickname: string;
  readonly channel: number;
  readonly signals: readonly SignalName[];
}

export interface CurvePlan {
  readonly vehicle: "ev" | "truck" | "fd-car";
  readonly file: string;
  readonly dbcName: string;
  readonly strategies: readonly PlannedStrategy[];
  /** Of signals above. */
  readonly panels: readonly { readonly name: string; readonly signals: readonly SignalName[] }[];
}

export const LAYOUT_NAME = "行驶概览 · Drive";

/** DBC, signals and panels of each demo vehicle. Few signals of one channel: each binding costs some statements. */
export const CURVE_PLANS: readonly CurvePlan[] = [
  {
    vehicle: "ev",
    file: "ev.dbc",
    dbcName: "demo_ev",
    strategies: [
      {
        name: "DBCSIG_demo_ev_drive",
        nickname: "电动车行驶 · EV drive",
        channel: 0,
        signals: [
          "VCU_Vehicle.VehicleSpeed",
          "MCU_Motor.MotorTorque",
          "MCU_Electric.DcCurrent",
          "BMS_Charge.Soc",
          "VCU_Drive.GearPosition",
        ],
      },
    ],
    panels: [
      { name: "车速与扭矩 · Speed and torque", signals: ["VCU_Vehicle.VehicleSpeed", "MCU_Motor.MotorTorque"] },
      { name: "电流与电量 · Current and charge", signals: ["MCU_Electric.DcCurrent", "BMS_Charge.Soc"] },
      { name: "挡位 · Gear", signals: ["VCU_Drive.GearPosition"] },
    ],
  },
  {
    vehicle: "truck",
    file: "truck.dbc",
    dbcName: "demo_truck",
    strategies: [
      {
        name: "DBCSIG_demo_truck_drive",
        nickname: "重卡行驶 · Truck drive",
        channel: 0,
        signals: [
          "CCVS1.WheelBasedSpeed",
          "EEC1.EngSpeed",
          "EEC1.ActualEngTorque",
          "LFE1.FuelRate",
          "DD.FuelLevel",
          "CCVS1.BrakeSwitch",
        ],
      },
    ],
    panels: [
      { name: "车速与转速 · Speeds", signals: ["CCVS1.WheelBasedSpeed", "EEC1.EngSpeed"] },
      { name: "扭矩与油耗 · Torque and fuel rate", signals: ["EEC1.ActualEngTorque", "LFE1.FuelRate"] },
      { name: "燃油与制动 · Fuel and brake", signals: ["DD.FuelLevel", "CCVS1.BrakeSwitch"] },
    ],
  },
  {
    vehicle: "fd-car",
    file: "fd-car.dbc",
    dbcName: "demo_fd_car",
    strategies: [
      {
        name: "DBCSIG_demo_fd_car_drive",
        nickname: "CAN FD 轿车行驶 · CAN FD car drive",
        channel: 0,
        signals: [
          "CH_Dynamics.VehicleSpeed",
          "PT_Engine.EngineSpeed",
          "HV_Battery.PackCurrent",
          "HV_Battery.Soc",
          "PT_Gear.GearSelector",
        ],
      },
    ],
    panels: [
      { name: "车速与转速 · Speeds", signals: ["CH_Dynamics.VehicleSpeed", "PT_Engine.EngineSpeed"] },
      { name: "电流与电量 · Current and charge", signals: ["HV_Battery.PackCurrent", "HV_Battery.Soc"] },
      { name: "挡位 · Gear", signals: ["PT_Gear.GearSelector"] },
    ],
  },
];
