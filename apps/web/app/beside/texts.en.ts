import type { zh } from "./texts.zh.ts";

export const en = {
  "app.drop.open": "Release to open this log in the browser; nothing is uploaded",
  "app.drop.noLog": "{file} is no log and was not opened",
  "app.tour.name": "Tour",
  "app.tour.offer": "First time here? See it in five steps.",
  "app.tour.start": "Take the tour",
  "app.tour.notNow": "Do not offer the tour again",
  "app.tour.leave": "Leave",
  "app.tour.back": "Back",
  "app.tour.next": "Next",
  "app.tour.done": "Done",
  "app.tour.count": "{at} of {of}",
  "app.tour.home": "All devices are here",
  "app.tour.homeText":
    "A line for each device: whether it is online, the load of its channels, its frames. Filter by type, label and name.",
  "app.tour.frames": "Every frame on the bus",
  "app.tour.framesText":
    "Frames show as they come. A channel with a DBC shows names and values; bind one by the DBC button.",
  "app.tour.curves": "Signals over time",
  "app.tour.curvesText":
    "Curves reach over the last hour and further back. Drag the time bar to move, turn the wheel to zoom.",
  "app.tour.alarms": "What rules found",
  "app.tour.alarmsText":
    "Rules are judged as data arrives. Acknowledge and assign alarms here, and go to the data of that moment.",
  "app.tour.connect": "Connect your own device",
  "app.tour.connectText":
    "A terminal, a CAN adapter on your computer or a simulated vehicle begins here. The help starts the tour again.",
} satisfies Record<keyof typeof zh, string>;
