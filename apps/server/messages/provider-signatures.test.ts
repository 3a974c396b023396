// The examples of the providers' own documents.
import { describe, expect, it } from "vitest";
import { signedHeaders as aliyunHeaders } from "./provider-aliyun.ts";
import { signatureOf } from "./provider-feishu.ts";
import { signedHeaders as tencentHeaders } from "./provider-tencent.ts";
import { webhookSignature } from "./signed-post.ts";

describe("the signature", () => {
  it("of Aliyun is that of its example [TRG-06]", () => {
    const settings = { kind: "aliyun", values: { accessKeyId: "YourAccessKeyId" }, secret: "YourAccessKeySecret" };
    const query = "ImageId=win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd&RegionId=cn-shanghai";
    const { authorization } = aliyunHeaders(settings, new URL(`https://ecs.cn-shanghai.aliyuncs.com/?${query}`), {
      action: "RunInstances",
      version: "2014-05-26",
      at: new Date("2023-10-26T10:22:32Z"),
      nonce: "3156853299f313e23d1673dc12e1703d",
    });
    expect(authorization).toBe(
      "ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0",
    );
  });

  it("of Tencent is that of its example [TRG-06]", () => {
    const values = { secretId: "AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE", region: "ap-guangzhou" };
    const { authorization } = tencentHeaders(
      { kind: "tencent", values, secret: "Gu5t9xGARNpq86cd98joQYCN3EXAMPLE" },
      {
        url: new URL("https://cvm.tencentcloudapi.com"),
        service: { name: "cvm", action: "DescribeInstances", version: "2017-03-12" },
        body: String.raw`{"Limit": 1, "Filters": [{"Values": ["\u672a\u547d\u540d"], "Name": "instance-name"}]}`,
        atSeconds: 1551113065,
      },
    );
    expect(authorization).toBe(
      "TC3-HMAC-SHA256 Credential=AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE/2019-02-25/cvm/tc3_request, SignedHeaders=content-type;host, Signature=72e494ea809ad7a8c8f7a4507b9bddcbaa8e581f516e8da2f66e2c5a96525168",
    );
  });

  it("of a Feishu bot takes time and secret as the key of an empty text [TRG-06]", () => {
    expect(signatureOf("demo", "1599360473")).toBe("l1N0gAcBjdwBvGm1xMjOF0XSyaLRpR7tuO5dHfhAYc8=");
  });

  it("of a webhook changes with id, time, body and secret [TRG-06]", () => {
    const signed = { id: "msg_1", timestamp: "1700000000", body: "{}" };
    const all = [
      webhookSignature("secret", signed),
      webhookSignature("other", signed),
      webhookSignature("secret", { ...signed, id: "msg_2" }),
      webhookSignature("secret", { ...signed, timestamp: "1700000001" }),
      webhookSignature("secret", { ...signed, body: "{} " }),
    ];
    expect(new Set(all).size).toBe(5);
    expect(all[0]).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
  });
});
