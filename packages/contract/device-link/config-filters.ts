import type { DeviceConfig } from "./config.ts";

/** The part of a frame that filters check. */
export interface FilteredFrame {
  readonly channel: number;
  readonly id: number;
  readonly extended: boolean;
  readonly timeUs: number;
}

/** Outcome of a frame: not received by the controller, recorded only, or recorded and uploaded. */
export type FilterOutcome = "unheard" | "recorded" | "uploaded";

/**
 * The acceptance filters of the channel, then the filters of the upload; an empty list lets everything through. Terminal,
 * simulator and page judge frames by this one rule.
 */
export class ConfigFilters {
  private readonly byChannel = new Map<number, ChannelFilters>();
  /** When a frame of an id last went, where a filter has a period. */
  private readonly lastUs = new Map<string, number>();
  private readonly config: DeviceConfig;

  constructor(config: DeviceConfig) {
    this.config = config;
  }

  judge(frame: FilteredFrame): FilterOutcome {
    const filters = this.filtersOf(frame.channel);
    if (!isHeard(frame, filters.accepted)) return "unheard";
    return this.isUploaded(frame, filters) ? "uploaded" : "recorded";
  }

  private filtersOf(channel: number): ChannelFilters {
    const known = this.byChannel.get(channel);
    if (known) return known;
    const { can, lin, digital_inputs, upload } = this.config;
    const entry = [...can, ...lin, ...digital_inputs].find((candidate) => candidate.channel === channel);
    const made = {
      accepted: can.find((candidate) => candidate.channel === channel)?.filters ?? [],
      ranges: upload.filters.filter((range) => range.channel === channel),
      uploads: entry?.upload ?? true,
    };
    this.byChannel.set(channel, made);
    return made;
  }

  private isUploaded(frame: FilteredFrame, { ranges, uploads }: ChannelFilters): boolean {
    if (!uploads || ranges.length === 0) return uploads;
    const range = ranges.find(
      ({ extended, from_id, to_id }) => extended === frame.extended && frame.id >= from_id && frame.id <= to_id,
    );
    if (range === undefined) return false;
    return range.period_ms === undefined || this.isDue(frame, range.period_ms * 1000);
  }

  private isDue({ channel, id, extended, timeUs }: FilteredFrame, periodUs: number): boolean {
    const key = `${channel} ${extended ? "x" : ""}${id}`;
    const last = this.lastUs.get(key);
    if (last !== undefined && timeUs >= last && timeUs - last < periodUs) return false;
    this.lastUs.set(key, timeUs);
    return true;
  }
}

interface ChannelFilters {
  readonly accepted: DeviceConfig["can"][number]["filters"];
  readonly ranges: DeviceConfig["upload"]["filters"];
  readonly uploads: boolean;
}

function isHeard({ id, extended }: FilteredFrame, filters: ChannelFilters["accepted"]): boolean {
  if (filters.length === 0) return true;
  return filters.some(
    (filter) => filter.extended === extended && (id & filter.mask) === (filter.acceptance & filter.mask),
  );
}
