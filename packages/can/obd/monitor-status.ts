export interface Monitor {
  name: string;
  isAvailable: boolean;
  isComplete: boolean;
}

/** PID 01 (since clear) and 41 (this drive cycle), SAE J1979 annex B. */
export interface MonitorStatus {
  /** Malfunction indicator lamp; always off in PID 41. */
  isMilOn: boolean;
  dtcCount: number;
  ignition: "spark" | "compression";
  monitors: Monitor[];
}

const CONTINUOUS = ["misfire", "fuelSystem", "components"] as const;

const SPARK = [
  "catalyst",
  "heatedCatalyst",
  "evaporativeSystem",
  "secondaryAir",
  "gasolineParticulateFilter",
  "oxygenSensor",
  "oxygenSensorHeater",
  "egrOrVvt",
] as const;

const COMPRESSION = [
  "nmhcCatalyst",
  "noxAftertreatment",
  "reserved1",
  "boostPressure",
  "reserved2",
  "exhaustGasSensor",
  "particulateFilter",
  "egrOrVvt",
] as const;

export function readMonitorStatus(data: Uint8Array): MonitorStatus {
  const [a = 0, b = 0, c = 0, d = 0] = data;
  const isCompression = (b & 0x08) !== 0;
  const names = isCompression ? COMPRESSION : SPARK;
  return {
    isMilOn: (a & 0x80) !== 0,
    dtcCount: a & 0x7f,
    ignition: isCompression ? "compression" : "spark",
    monitors: [
      // A set completion bit means "not complete".
      ...CONTINUOUS.map((name, bit) => monitor(name, (b >> bit) & 1, (b >> (bit + 4)) & 1)),
      ...names.map((name, bit) => monitor(name, (c >> bit) & 1, (d >> bit) & 1)),
    ].filter(({ name }) => !name.startsWith("reserved")),
  };
}

function monitor(name: string, available: number, incomplete: number): Monitor {
  return { name, isAvailable: available === 1, isComplete: incomplete === 0 };
}
