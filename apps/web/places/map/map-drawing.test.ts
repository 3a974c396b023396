import { expect, it } from "vitest";
import { isSoftware } from "./map-drawing.ts";

it.each([
  "ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero) (0x0000C0DE)), SwiftShader driver)",
  "llvmpipe (LLVM 15.0.6, 256 bits)",
  "ANGLE (Microsoft, Microsoft Basic Render Driver Direct3D11 vs_5_0 ps_5_0, D3D11)",
])("WebGL by %s is drawn in software [GPS-01]", (renderer) => {
  expect(isSoftware(renderer)).toBe(true);
});

it.each([
  "ANGLE (Intel, Mesa Intel(R) UHD Graphics 620 (KBL GT2), OpenGL 4.6)",
  "ANGLE (NVIDIA, NVIDIA GeForce RTX 3060 Direct3D11 vs_5_0 ps_5_0, D3D11)",
  "Apple M2",
  "Adreno (TM) 660",
])("WebGL by %s is not [GPS-01]", (renderer) => {
  expect(isSoftware(renderer)).toBe(false);
});
