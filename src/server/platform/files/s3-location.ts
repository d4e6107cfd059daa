/** A place for files on an S3-compatible server. */
export interface S3Location {
  /** Scheme, host and port. */
  endpoint: string;
  bucket: string;
  /** Empty, or a folder in the bucket with a trailing slash. */
  prefix: string;
  region: string;
  /** The bucket is in the path instead of the host name. */
  isPathStyle: boolean;
  /** Null: the SDK finds them in the environment, its files or the machine's role. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
}

const SCHEMES: Record<string, string> = { "s3:": "https:", "s3+http:": "http:" };
const OPTIONS = new Set(["region", "style"]);
const DEFAULT_REGION = "us-east-1";
const AMAZON = /(^|\.)amazonaws\.com(\.cn)?$/;
/** `s3.eu-central-1.amazonaws.com`, also dual stack, FIPS and the older form with a dash. */
const AMAZON_REGION = /(?:^|\.)s3(?:-fips)?[.-](?:dualstack\.)?([a-z]{2}(?:-[a-z]+)+-\d+)\./;
const BUCKET = /^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/;
const FOLDER = /^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*$/;

/**
 * Reads `s3://[KEY:SECRET@]HOST[:PORT]/BUCKET[/PREFIX][?region=REGION&style=path|host]`; `s3+http:` is the same
 * without TLS. Key and secret are percent-encoded.
 * @throws Error that names the problem but quotes nothing: a mistyped URL may contain a secret anywhere
 */
export function parseS3Url(text: string): S3Location {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const scheme = url && SCHEMES[url.protocol];
  if (url === undefined || scheme === undefined || url.host === "") {
    throw new Error("must be s3://KEY:SECRET@HOST/BUCKET, with key and secret percent-encoded");
  }
  // URL validates and normalizes the host of http and https only.
  const web = `${scheme}//${url.host}`;
  if (!URL.canParse(web)) throw new Error("names no valid host");
  const { origin, hostname } = new URL(web);
  const options = optionsOf(url);
  const [bucket = "", ...folders] = url.pathname.replace(/^\//, "").replace(/\/$/, "").split("/");
  if (!BUCKET.test(bucket)) throw new Error("must name a bucket after the host");
  if (!folders.every((folder) => FOLDER.test(folder))) {
    throw new Error("has a prefix with characters other than letters, digits, dashes, underscores and single dots");
  }
  const isAmazon = AMAZON.test(hostname);
  // A certificate for *.s3.amazonaws.com does not cover a bucket whose name has a dot.
  const isPathStyle = options.style === undefined ? !isAmazon || bucket.includes(".") : options.style === "path";
  return {
    endpoint: origin,
    bucket,
    prefix: folders.map((folder) => `${folder}/`).join(""),
    region: options.region ?? (isAmazon ? AMAZON_REGION.exec(hostname)?.[1] : undefined) ?? DEFAULT_REGION,
    isPathStyle,
    credentials: credentialsOf(url),
  };
}

function optionsOf(url: URL): { region?: string; style?: string } {
  const options = [...url.searchParams.keys()];
  if (url.hash !== "" || options.some((name) => !OPTIONS.has(name)) || new Set(options).size < options.length) {
    throw new Error("takes no options but ?region= and style=, each once");
  }
  const { region, style } = Object.fromEntries(url.searchParams);
  if (region !== undefined && !/^[A-Za-z0-9-]+$/.test(region)) throw new Error("names no valid region");
  if (style !== undefined && style !== "path" && style !== "host") throw new Error("takes style=path or style=host");
  return { ...(region !== undefined && { region }), ...(style !== undefined && { style }) };
}

function credentialsOf(url: URL): S3Location["credentials"] {
  const [accessKeyId, secretAccessKey] = [url.username, url.password].map(decoded);
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new Error("has a key or a secret that is not percent-encoded");
  }
  if (accessKeyId === "" && secretAccessKey === "") return null;
  if (accessKeyId === "" || secretAccessKey === "") throw new Error("must have both key and secret, or neither");
  return { accessKeyId, secretAccessKey };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
