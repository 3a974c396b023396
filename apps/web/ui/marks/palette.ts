import type { Theme } from "../../platform/theme.ts";

/**
 * The colours of tokens.css for what cannot read CSS variables: everything drawn on a canvas.
 * A test holds both files together.
 */
const light = {
  page: "#f4f6f5",
  surface: "#ffffff",
  raised: "#ffffff",
  sunken: "#f8faf9",
  hover: "#f1f5f3",
  line: "#dfe5e2",
  lineSoft: "#ebefed",
  controlEdge: "#c9d2cd",
  checkboxEdge: "#97a49d",
  text1: "#17211c",
  text2: "#4f5c55",
  text3: "#616d66",
  green: "#0f8a4f",
  greenText: "#0b7a44",
  greenFill: "#0b7d46",
  greenFillHover: "#096b3c",
  greenSoft: "#e6f3ec",
  onFill: "#ffffff",
  off: "#9aa69f",
  star: "#d17c00",
  tip: "#1a63b8",
  tipSoft: "#e8f1fc",
  tipMark: "#1a63b8",
  ordinary: "#8a5300",
  ordinarySoft: "#fff3db",
  ordinaryMark: "#d17c00",
  urgent: "#bf1e2e",
  urgentSoft: "#fdebed",
  urgentMark: "#bf1e2e",
  urgentFill: "#bf1e2e",
  urgentFillHover: "#a51826",
  busPassive: "#c2410c",
  laneNeutral: "#e4e9e6",
  laneNeutralText: "#33403a",
  laneActive: "#bfe3cd",
  laneActiveText: "#0b4d2c",
  lanePassing: "#fbe3b3",
  lanePassingText: "#5a3a00",
  laneOther: "#d9d9fb",
  laneOtherText: "#2b2a78",
  byteFresh: "#8fd0ab",
  byteRecent: "#bfe3cd",
  byteOld: "#e2f2e9",
  mapLand: "#f0f3f1",
  mapWater: "#cfe0e8",
  mapCoast: "#b3c9d3",
  mapGrid: "#dbe3df",
} as const;

export type ColourName = keyof typeof light;
export type Palette = Readonly<Record<ColourName, string>>;

const dark: Palette = {
  page: "#0d1210",
  surface: "#141a17",
  raised: "#1b2320",
  sunken: "#111714",
  hover: "#1a221e",
  line: "#2a342f",
  lineSoft: "#212a25",
  controlEdge: "#3a4640",
  checkboxEdge: "#66736c",
  text1: "#e4ebe7",
  text2: "#a9b6af",
  text3: "#89978f",
  green: "#35b877",
  greenText: "#56cb93",
  greenFill: "#127f4a",
  greenFillHover: "#0f6f41",
  greenSoft: "#15301f",
  onFill: "#ffffff",
  off: "#5d6a63",
  star: "#e0a030",
  tip: "#7ab8f7",
  tipSoft: "#142a41",
  tipMark: "#7ab8f7",
  ordinary: "#f0b34a",
  ordinarySoft: "#33260d",
  ordinaryMark: "#e0a030",
  urgent: "#ff8585",
  urgentSoft: "#3a1a1d",
  urgentMark: "#ff8585",
  urgentFill: "#b3293a",
  urgentFillHover: "#9c2231",
  busPassive: "#fb923c",
  laneNeutral: "#2b3631",
  laneNeutralText: "#c4d0c9",
  laneActive: "#1c5c3c",
  laneActiveText: "#d6f2e2",
  lanePassing: "#5a4614",
  lanePassingText: "#f7dfa9",
  laneOther: "#3b3a78",
  laneOtherText: "#dcdcff",
  byteFresh: "#1b6d43",
  byteRecent: "#1a5638",
  byteOld: "#17382a",
  mapLand: "#1a2420",
  mapWater: "#0b100e",
  mapCoast: "#33403a",
  mapGrid: "#26322c",
};

export const PALETTE: Readonly<Record<Theme, Palette>> = { light, dark };

/** The ten colours of a panel, in order; a signal keeps its number in list, curve, table and byte grid. */
export const SIGNAL_COLOURS: Readonly<Record<Theme, readonly string[]>> = {
  light: ["#133899", "#a33400", "#8155c8", "#14847c", "#6a2953", "#b68b00", "#686ff0", "#7c1505", "#3e7447", "#88949d"],
  dark: ["#66b3fd", "#f4a864", "#9078ee", "#22e0dc", "#d85e90", "#bfa000", "#5481cb", "#b66564", "#83ee88", "#abbdcc"],
};

/** The dash of each of the ten: the stroke tells the second five from the first. */
export const SIGNAL_DASHES: readonly (readonly number[])[] = [
  [],
  [],
  [],
  [],
  [],
  [6, 3],
  [6, 3],
  [6, 3],
  [2, 2],
  [2, 2],
];

/** Steps of the colour of a track, from the smallest value to the largest; each at least 3 : 1 on the land. */
export const TRACK_COLOURS: Readonly<Record<Theme, readonly string[]>> = {
  light: ["#3a2a7d", "#3b5aa6", "#1f82a3", "#13907f", "#3a9a52", "#84940f"],
  dark: ["#9a8cf5", "#7aa5f0", "#55bcdc", "#3cc9a9", "#86d46f", "#d9d95a"],
};
