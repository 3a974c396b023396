import { useMemo } from "react";
import { formatNumber } from "../../platform/formats.ts";
import { useTheme } from "../../platform/theme.ts";
import { PALETTE, SIGNAL_COLOURS, SIGNAL_DASHES } from "../../ui/marks/palette.ts";
import type { PanelLook } from "./paint-panel.ts";

export interface CurveLook extends PanelLook {
  /** Indexed by colour number, from 1. */
  colourOf(number: number): string;
  dashOf(number: number): readonly number[];
  /** The same for text where the contrast suffices; otherwise undefined. */
  inkOf(number: number): string | undefined;
  readonly hint: string;
  readonly green: string;
}

const READABLE = 4.5;

/** The theme's colours for canvases. */
export function useCurveLook(): CurveLook {
  const theme = useTheme();
  return useMemo(() => {
    const palette = PALETTE[theme];
    const colours = SIGNAL_COLOURS[theme];
    const colourOf = (number: number) => colours[(number - 1) % colours.length] as string;
    const lanes = [
      { ground: palette.laneNeutral, text: palette.laneNeutralText },
      { ground: palette.laneActive, text: palette.laneActiveText },
      { ground: palette.lanePassing, text: palette.lanePassingText },
      { ground: palette.laneOther, text: palette.laneOtherText },
    ];
    return {
      face: getComputedStyle(document.documentElement).getPropertyValue("--face"),
      grid: palette.lineSoft,
      text: palette.text2,
      hint: palette.text3,
      gap: palette.hover,
      surface: palette.surface,
      cursor: palette.text1,
      green: palette.green,
      lane: (rank) => lanes[((rank % 4) + 4) % 4] as (typeof lanes)[number],
      writeNumber: (value, digits) => formatNumber(value, { digits }),
      colourOf,
      dashOf: (number) => SIGNAL_DASHES[(number - 1) % SIGNAL_DASHES.length] ?? [],
      inkOf: (number) => (contrast(colourOf(number), palette.surface) >= READABLE ? colourOf(number) : undefined),
    };
  }, [theme]);
}

/** WCAG 2 contrast, 1 to 21. */
function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
