import type { LucideIcon } from "lucide-react";

interface IconProps {
  /** Imported by its name, so that only the used ones travel: `import { Search } from "lucide-react"`. */
  of: LucideIcon;
  /** 16 alone, 14 in buttons, 11 to 13 in text. */
  size?: number;
  /** Only where no word stands beside it. */
  label?: string;
  colour?: string;
}

/** One outline family, stroke 1.75. */
export function Icon({ of: Drawing, size = 16, label, colour = "currentColor" }: IconProps) {
  const named = label ? { role: "img", "aria-label": label } : { "aria-hidden": true };
  return <Drawing size={size} strokeWidth={1.75} color={colour} absoluteStrokeWidth={false} {...named} />;
}
