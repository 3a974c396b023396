/** Everything of the demo has both languages in its name: visitors of both share one tenant (decision 0055). */
export interface DemoVehicle {
  readonly vehicle: "ev" | "truck" | "fd-car";
  /** The checksum makes it a device ID. */
  readonly serial: readonly number[];
  /** Of its drive. The hour before the first start has something to see with these: of the first car a jammed bus. */
  readonly seed: string;
  /** From and until which second of that hour its terminal had no power. */
  readonly unpoweredS: readonly [number, number];
  readonly name: string;
  readonly type: string;
  readonly labels: readonly string[];
  readonly vehicleName: string;
  readonly vin: string;
  readonly plate: string;
}

/** A terminal of the demo as its pages know it. */
export interface GivenDevice {
  readonly vehicle: DemoVehicle["vehicle"];
  readonly thingsId: string;
  readonly deviceId: string;
  readonly bindingNumber: number;
  readonly name: string;
}

export const DEMO_VEHICLES: readonly DemoVehicle[] = [
  {
    vehicle: "ev",
    serial: [0x0a, 0x1b, 0, 0, 0, 0, 0, 0, 1],
    seed: "demo/7",
    unpoweredS: [0, 0],
    name: "电动车 01 · EV 01",
    type: "电动车 · EV",
    labels: ["试验 · Test"],
    vehicleName: "城市通勤车 · City commuter",
    vin: "LCNC463W17ZXSGWH8",
    plate: "粤AD04217",
  },
  {
    vehicle: "truck",
    serial: [0x0a, 0x1b, 0, 0, 0, 0, 0, 0, 2],
    seed: "demo/4",
    unpoweredS: [2400, 2445],
    name: "重卡 02 · Truck 02",
    type: "卡车 · Truck",
    labels: ["长途 · Haul"],
    vehicleName: "牵引车 · Tractor unit",
    vin: "LCN5ZUTLXASADWX1T",
    plate: "粤B7K308",
  },
  {
    vehicle: "fd-car",
    serial: [0x0a, 0x1b, 0, 0, 0, 0, 0, 0, 3],
    seed: "demo/3",
    unpoweredS: [0, 0],
    name: "FD 轿车 03 · FD car 03",
    type: "轿车 · Car",
    labels: ["试验 · Test"],
    vehicleName: "混动轿车 · Hybrid saloon",
    vin: "LCN3C8X24HJ7J1RDU",
    plate: "沪AD20163",
  },
];

/** The stretch of the first car's hour, in seconds, in which its bus is jammed. */
export const JAMMED_S = [1855, 1885] as const;
