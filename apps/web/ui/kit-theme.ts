import type { ThemeConfig } from "antd";
import compactAlgorithm from "antd/es/theme/themes/compact";
import darkAlgorithm from "antd/es/theme/themes/dark";
import defaultAlgorithm from "antd/es/theme/themes/default";
import type { Theme } from "../platform/theme.ts";
import { PALETTE } from "./palette.ts";

/** The brand: seed of antd's scale. Never text on white, never under white text: 4.40 : 1 (look, "Colours"). */
const SEED = "#0f8a4f";

/** Our tokens in antd's words. The compact algorithm takes a step off: 15 becomes 13, 32 becomes 28. */
export function kitTheme(theme: Theme): ThemeConfig {
  const p = PALETTE[theme];
  return {
    algorithm: [theme === "dark" ? darkAlgorithm : defaultAlgorithm, compactAlgorithm],
    hashed: false,
    token: {
      colorPrimary: SEED,
      colorSuccess: p.green,
      colorWarning: p.ordinaryMark,
      colorError: p.urgent,
      colorInfo: p.tip,
      fontSize: 15,
      controlHeight: 32,
      borderRadius: 4,
      borderRadiusLG: 6,
      fontFamily: "var(--face)",
      fontFamilyCode: "var(--face-mono)",
      wireframe: false,
      motionDurationMid: "0.12s",
      motionDurationSlow: "0.16s",
      ...surfaces(p),
      ...texts(p),
    },
    components: {
      Button: {
        colorPrimary: p.greenFill,
        colorPrimaryHover: p.greenFillHover,
        colorPrimaryActive: p.greenFillHover,
        primaryShadow: "none",
        defaultShadow: "none",
        dangerShadow: "none",
        fontWeight: 500,
      },
      Checkbox: { colorPrimary: p.greenFill, colorPrimaryHover: p.greenFillHover, colorBorder: p.checkboxEdge },
      Radio: { colorPrimary: p.greenFill, colorBorder: p.checkboxEdge },
      Switch: { colorPrimary: p.greenFill, colorPrimaryHover: p.greenFillHover },
      Table: { headerBg: p.sunken, headerColor: p.text2, rowHoverBg: p.hover, borderColor: p.lineSoft },
      Tabs: { itemSelectedColor: p.greenText, inkBarColor: p.green, itemHoverColor: p.greenText },
      Select: { optionSelectedBg: p.greenSoft, optionSelectedColor: p.text1, optionActiveBg: p.hover },
      DatePicker: { colorPrimary: p.greenFill, cellActiveWithRangeBg: p.greenSoft },
      Steps: { colorPrimary: p.greenFill },
      Tree: { nodeSelectedBg: p.greenSoft, nodeHoverBg: p.hover },
    },
  };
}

type Palette = (typeof PALETTE)[Theme];

function surfaces(p: Palette) {
  return {
    colorBgLayout: p.page,
    colorBgContainer: p.surface,
    colorBgElevated: p.raised,
    colorFillAlter: p.sunken,
    colorFillTertiary: p.hover,
    colorBorder: p.controlEdge,
    colorBorderSecondary: p.line,
    colorSplit: p.lineSoft,
    controlItemBgHover: p.hover,
    controlItemBgActive: p.greenSoft,
    boxShadow: "var(--shadow-float)",
    boxShadowSecondary: "var(--shadow-float)",
  };
}

function texts(p: Palette) {
  return {
    colorText: p.text1,
    colorTextSecondary: p.text2,
    colorTextTertiary: p.text3,
    colorTextDescription: p.text3,
    colorTextPlaceholder: p.text3,
    colorLink: p.greenText,
    colorLinkHover: p.greenText,
    colorLinkActive: p.greenText,
    colorPrimaryText: p.greenText,
    colorPrimaryTextHover: p.greenText,
  };
}
