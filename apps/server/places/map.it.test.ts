import { afterEach, expect, it } from "vitest";
import { type TestApp, testApp } from "../testing/test-app.ts";

let world: TestApp;
afterEach(() => world?.close());

const settingsOf = async (config: Parameters<typeof testApp>[0]) => {
  world = await testApp(config);
  const user = await world.user({ tenant: "acme", name: "acme", role: "manager" });
  return (await world.call(user, { url: "/api/control/map-settings" })).json().data;
};

it("names no tile server unless one is configured [GPS-01]", async () => {
  expect(await settingsOf({})).toEqual({ tile_url: "", tile_credit: "", tile_datum: "wgs84" });
});

it("names the configured tile server, its host as the credit where none is given, and its datum [GPS-01]", async () => {
  const tileUrl = "https://tiles.example/{z}/{x}/{y}.png";
  expect(await settingsOf({ tileUrl, tileDatum: "gcj02" })).toEqual({
    tile_url: tileUrl,
    tile_credit: "tiles.example",
    tile_datum: "gcj02",
  });
});
