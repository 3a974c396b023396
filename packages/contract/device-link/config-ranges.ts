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
  canChannels: [0, 32],
  linChannels: [0, 16],
  digitalChannels: [0, 16],
  quotas: [0, 64],
  links: [0, 3],
  smsSlots: [0, 6],
  clockHz: [1_000_000, 200_000_000],
  brp: [1, 1024],
  tseg1: [1, 512],
  tseg2: [1, 128],
  sjw: [1, 128],
} as const;

export type ConfigRange = readonly [number, number];

export const DIGITAL_INTERVALS_MS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] as const;

/** DEV-05: custom data has at most 16 hexadecimal characters. */
export const CUSTOM_DATA_MAX_CHARS = 16;

/** DEV-05: an imported file is JSON of at most 10 MB. */
export const CONFIG_IMPORT_MAX_BYTES = 10 * 1024 * 1024;
