import { duplicateFence } from "@canopy/contract/places/fences";
import { expect, it } from "vitest";
import type { AuditedCall } from "../../platform/http/audited-call.ts";
import { loggedObjects } from "./logged-objects.ts";

const [from, made] = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"];
const call: AuditedCall = {
  ...{ endpoint: duplicateFence, caller: null, concerned: null, answer: undefined, names: {}, status: 200 },
  ...{ errorCode: null, address: "", agent: "", requestId: "" },
  input: { params: { fence_id: from }, query: {}, body: {} },
};

it("the log says what was made of what [USR-07]", () => {
  const answer = { data: { fence_id: made, name: "Depot 2" } };
  expect(loggedObjects({ ...call, answer })).toEqual({ fence_id: from, new_fence_id: made });
});

it("the log names an object once, which was there before [USR-07]", () => {
  expect(loggedObjects({ ...call, answer: { data: { fence_id: from } } })).toEqual({ fence_id: from });
});

it("the log keeps no name of what a refused call did not delete [USR-07]", () => {
  expect(loggedObjects({ ...call, names: { [from]: "Depot" }, status: 409 })).toEqual({ fence_id: from });
});
