import { expect, it } from "vitest";
import { agentName } from "./agent-name.ts";

it.each([
  [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36",
    "Chrome · Linux",
  ],
  ["Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/156.0 Safari/537.36 Edg/156.0", "Edge · Windows"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Version/19.0 Safari/604", "Safari · iOS"],
  ["curl/8.5.0", "curl/8.5.0"],
  ["", "—"],
])("%s is shown as %s", (agent, shown) => {
  expect(agentName(agent)).toBe(shown);
});
