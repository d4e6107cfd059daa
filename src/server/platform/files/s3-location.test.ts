import { describe, expect, it } from "vitest";
import { parseS3Url } from "./s3-location.ts";

const SECRET = "wJalr/XUtn+FEMI=K7";
const ENCODED = encodeURIComponent(SECRET);

describe("a store's URL", () => {
  it("contains server, bucket, prefix, region and credentials", () => {
    expect(parseS3Url(`s3://AKIA%2F1:${ENCODED}@minio.example:9000/cards/desk/live?region=eu-west-3`)).toEqual({
      endpoint: "https://minio.example:9000",
      bucket: "cards",
      prefix: "desk/live/",
      region: "eu-west-3",
      isPathStyle: true,
      credentials: { accessKeyId: "AKIA/1", secretAccessKey: SECRET },
    });
  });

  it("leaves missing credentials to the SDK, and uses plain HTTP only if stated", () => {
    expect(parseS3Url("s3+http://[::1]:9000/cards/")).toEqual({
      endpoint: "http://[::1]:9000",
      bucket: "cards",
      prefix: "",
      region: "us-east-1",
      isPathStyle: true,
      credentials: null,
    });
  });

  it.each([
    ["s3.eu-central-1.amazonaws.com/cards", "eu-central-1", false],
    ["s3.dualstack.ap-south-1.amazonaws.com/cards", "ap-south-1", false],
    ["s3-fips.us-gov-west-1.amazonaws.com/cards", "us-gov-west-1", false],
    ["s3.cn-north-1.amazonaws.com.cn/cards", "cn-north-1", false],
    ["bucket.vpce-1a2b-3c4d.s3.us-west-2.vpce.amazonaws.com/cards", "us-west-2", false],
    ["s3.amazonaws.com/cards", "us-east-1", false],
    ["s3.eu-central-1.amazonaws.com/cards?region=eu-west-1", "eu-west-1", false],
    ["s3.eu-central-1.amazonaws.com/my.cards", "eu-central-1", true],
    ["s3.eu-central-1.amazonaws.com/cards?style=path", "eu-central-1", true],
    ["s3.eu-central-1.wasabisys.com/cards", "us-east-1", true],
    ["cos.example/cards?style=host", "us-east-1", false],
    ["s3.eu-central-1.amazonaws.com.evil.example/cards", "us-east-1", true],
  ])("%s is in %s, its bucket in the path: %s", (rest, region, isPathStyle) => {
    expect(parseS3Url(`s3://${rest}`)).toMatchObject({ region, isPathStyle });
  });
});

describe("an invalid URL is refused without quoting it", () => {
  it.each([
    ["another scheme", `https://AKIA:${ENCODED}@host.example/cards`, /must be s3:/],
    ["a secret as it is, slash and all", `s3://AKIA:${SECRET}@host.example/cards`, /percent-encoded/],
    ["a secret with a lone percent sign", "s3://AKIA:wJal%r@host.example/cards", /not percent-encoded/],
    ["a key without a secret", "s3://AKIA@host.example/cards", /both key and secret/],
    ["a secret without a key", `s3://:${ENCODED}@host.example/cards`, /both key and secret/],
    ["no host", `s3:///cards`, /must be s3:/],
    ["a host that is none", `s3://AKIA:${ENCODED}@ho%20st/cards`, /valid host/],
    ["no bucket", `s3://AKIA:${ENCODED}@host.example`, /must name a bucket/],
    ["a bucket that is none", `s3://AKIA:${ENCODED}@host.example/x`, /must name a bucket/],
    ["a prefix that leads out", `s3://AKIA:${ENCODED}@host.example/cards/a%2F..%2Fb`, /prefix/],
    ["an empty folder", `s3://AKIA:${ENCODED}@host.example/cards//b`, /prefix/],
    ["an unknown option", `s3://AKIA:${ENCODED}@host.example/cards?zone=1`, /no options but/],
    ["an option twice", `s3://AKIA:${ENCODED}@host.example/cards?region=a&region=b`, /no options but/],
    ["a region that is none", `s3://AKIA:${ENCODED}@host.example/cards?region=a%20b`, /region/],
    ["a style that is none", `s3://AKIA:${ENCODED}@host.example/cards?style=free`, /style=path or/],
    ["a fragment", `s3://AKIA:${ENCODED}@host.example/cards#x`, /no options but/],
  ])("%s", (_what, text, message) => {
    let problem = "";
    try {
      parseS3Url(text);
    } catch (error) {
      problem = (error as Error).message;
    }
    expect(problem).toMatch(message);
    for (const part of ["AKIA", "wJal", "host.example"]) expect(problem).not.toContain(part);
  });
});
