import { createElement } from "react";
import { renderToReadableStream } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FAILED_FOR_MS, type LazyPage, lazyPage } from "./lazy-page.tsx";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  // Of the check for a new version, which finds no server here.
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const Shown = () => "shown";
const render = (part: LazyPage) => renderToReadableStream(createElement(part), { onError: () => undefined });

it("a part that did not load is tried again, but not by the render that waited for it [NAV-03]", async () => {
  const load = vi.fn(async () => ({ Part: Shown }));
  load.mockRejectedValueOnce(new Error("away"));
  const Part = lazyPage(load, "Part");
  await expect(render(Part)).rejects.toThrow("away");
  await expect(render(Part)).rejects.toThrow("away");
  expect(load).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(FAILED_FOR_MS);
  const shown = await render(Part);
  expect(await new Response(shown).text()).toBe("shown");
});

it("who asks for a page again begins at once [NAV-03]", async () => {
  const load = vi.fn(async () => ({ Part: Shown }));
  load.mockRejectedValueOnce(new Error("away"));
  const Part = lazyPage(load, "Part");
  await expect(Part.preload()).rejects.toThrow("away");
  await Part.preload();
  expect(await new Response(await render(Part)).text()).toBe("shown");
});
