import type { zh } from "./texts.zh.ts";

export const en: Record<keyof typeof zh, string> = {
  "campaigns.new.ecuId": "ECU",
  "campaigns.new.packageId": "Package",
  "campaigns.new.flowId": "Flow",
  "campaigns.new.channel": "Channel",
  "campaigns.new.choose": "Choose",
  "campaigns.new.ownFlow": "The flow of the ECU",
  "campaigns.new.missing": "Choose an ECU and a package",
  "campaigns.new.password": "Password",
  "campaigns.new.proofNote":
    "The terminal of each vehicle judges its own gates. A vehicle that does not meet them is not flashed, and is tried again later.",
  "campaigns.approve.action": "Approve",
  "campaigns.approve.title": "Approve the ECU campaign",
  "campaigns.approve.note": "{ecu} of {scope} will be flashed to {version}, in its waves, from your approval on.",
  "campaigns.approve.own": "Who asks cannot approve",
  "campaigns.state.gated": "Gates not met: {gates}",
  "campaigns.state.held": "Tried again: {why}",
  "campaigns.state.flashing": "Flashing",
  "campaigns.state.readBack": "Reading back",
};
