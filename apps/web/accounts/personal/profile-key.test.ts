import type { Profile } from "@canopy/contract/accounts/personal";
import { expect, it } from "vitest";
import { profileKey } from "./profile-key.ts";

const profile: Profile = {
  ...{ id: "1", name: "li", sign_in_name: "li", is_sub_user: false, tenant_name: "t", tenant_type: 0 },
  ...{ merchant_code: null, phone: "13500000000", email: "", avatar: "", nick_name: "Li" },
  gender: "男",
  ...{ job: "工程师", department: "", description: "", industry: "汽车", organization_name: "青冠", address: "上海" },
  ...{ country: "", province: "", city: "" },
};

it("the form of a profile begins anew with other values, not with another phone [ACC-24]", () => {
  const key = profileKey(profile);
  expect(profileKey({ ...profile, phone: "13500000001", email: "li@example.com" })).toBe(key);
  for (const changed of [{ nick_name: "Lin" }, { address: "北京" }, { avatar: "data:," }]) {
    expect(profileKey({ ...profile, ...changed })).not.toBe(key);
  }
});
