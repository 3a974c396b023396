import { afterAll, beforeAll, it } from "vitest";
import { journeys } from "../support/browser.ts";
import { LOOKS_TITLE, visitInEveryLook } from "../support/every-look.ts";
import { closeStore, database } from "../support/store.ts";
import { DEMO_MASTER } from "../support/visitors.ts";

const TABS = {
  management: ["overview", "configuration", "log", "commands"],
  data: ["live", "history", "stored", "ftp", "cloud"],
  dbc: ["live", "curve", "history", "playback", "functions", "find", "bindings"],
  triggers: ["rules", "events"],
  uds: ["console", "dtc", "bus", "ident", "routines", "trace"],
  ecu: [""],
  gps: ["track"],
  bus: [""],
} as const;
const parts = Object.entries(TABS).flatMap(([tab, subs]) =>
  subs.map((sub) => ({ name: `DeviceDetails-${tab}${sub && `-${sub}`}`, part: `tab=${tab}${sub && `&sub=${sub}`}` })),
);

journeys("every part of a device's page", () => {
  let deviceId = "";
  beforeAll(async () => {
    const { pool } = await database();
    const found = await pool.query("select id from things where name like '%EV 01%'");
    deviceId = found.rows[0].id;
  });
  afterAll(closeStore);

  it.each(parts)(LOOKS_TITLE, async ({ name, part }) => {
    const path = `/Container/HomePage/DeviceDetails?${part}&id=${deviceId}`;
    await visitInEveryLook({ name, path, title: "app.page.deviceDetails", as: { name: DEMO_MASTER } });
  });
});
