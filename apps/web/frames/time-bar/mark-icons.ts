import { Bookmark, ClockAlert, FileInput, type LucideIcon, MapPin, Stethoscope, Unplug, Zap } from "lucide-react";
import type { StoryMarkKind } from "./time-bar-data.ts";

export const STORY_ICONS: Record<StoryMarkKind, LucideIcon> = {
  diagnosis: Stethoscope,
  import: FileInput,
  data: ClockAlert,
  fence: MapPin,
  bookmark: Bookmark,
  busOff: Unplug,
  errorBurst: Zap,
};
