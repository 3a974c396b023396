import { describe, expect, it } from "vitest";
import { bucketInWords, readS3Url } from "./s3-url.ts";

describe("S3_URL [FIL-06]", () => {
  it("names server, bucket, prefix and keys", () => {
    expect(readS3Url("http://test%3Atester:a%2Fb%2Bc@127.0.0.1:9000/canopy/one/two?region=eu&cache_mb=100")).toEqual({
      setting: "S3_URL",
      endpoint: "http://127.0.0.1:9000",
      region: "eu",
      bucket: "canopy",
      prefix: "one/two/",
      keys: { id: "test:tester", secret: "a/b+c" },
      isPathStyle: true,
      cacheBytes: 100 * 1024 ** 2,
    });
  });

  it("names a bucket of AWS, by the keys of the machine", () => {
    const settings = readS3Url("s3://canopy-frames/north?region=eu-central-1");
    expect(settings).toMatchObject({ endpoint: undefined, bucket: "canopy-frames", prefix: "north/", keys: undefined });
    expect(settings).toMatchObject({ isPathStyle: false, region: "eu-central-1" });
  });

  it.each([
    "https://key:secret@host",
    "https://key:secret@host/b",
    "https://key@host/bucket",
    "https://key:se/cret@host/bucket",
    "https://key:secret%@host/bucket",
    "https://key:secret@host/bucket?style=none",
    "https://key:secret@host/bucket?cache_mb=1",
    "https://key:secret@host/bucket?regoin=eu",
    "ftp://key:secret@host/bucket",
    "bucket",
  ])("is refused as %s", (text) => {
    expect(readS3Url(text)).toBeUndefined();
  });

  it("is told without its keys", () => {
    const settings = readS3Url("https://hunter1:hunter2@s3.example:9000/canopy/north");
    expect(settings && bucketInWords(settings)).toBe("canopy/north at s3.example:9000");
  });
});
