/** DEV-05: from and to, both allowed. */
export const CONFIG_RANGES = {
  radiusM: [50, 10_000],
  latitude: [-90, 90],
  longitude: [-180, 180],
  timerMs: [10, 86_400_000],
  recordTimeS: [1, 8_640_000],
  preTriggerFrames: [10, 100_000],
  fileSizeMb: [1, 512],
  storagePercent: [0, 100],
  timeoutMs: [500, 60_000],
  resumableCache: [1, 100],
  remotePort: [1, 65_535],
  localPort: [0, 65_535],
  gpsPeriodS: [1, 1800],
  uploadFilters: [0, 64],
  filtersPerChannel: [0, 8],
  conditions: [1, 512],
  baudRate: [5000, 1_000_000],
  dataBaudRate: [100_000, 8_000_000],
  linBaudRate: [1000, 20_000],
  linDataLength: [1, 8],
} as const;

export const DIGITAL_INTERVALS_MS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] as const;
