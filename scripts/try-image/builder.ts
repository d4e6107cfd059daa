import { execFileSync } from "node:child_process";
import path from "node:path";

const projectRoot = path.join(import.meta.dirname, "../..");
/** The Dockerfile's default; known only to the storage of this run, so no other image of that name is touched. */
export const BASE_NAME = "docker.io/library/node:24-bookworm-slim";
const IMAGE_NAME = "localhost/arrival-desk";

/** What the image says about running it. */
export interface ImageFacts {
  user: string;
  workingFolder: string;
  environment: Record<string, string>;
  command: string[];
  healthCheck: string[];
  volumes: string[];
  ports: string[];
}

export type Builder = ReturnType<typeof createBuilder>;

export function run(command: string, args: readonly string[], options: { quiet?: boolean } = {}): string {
  const stdout = options.quiet ? "pipe" : "inherit";
  return (
    execFileSync(command, args, { cwd: projectRoot, stdio: ["ignore", stdout, "inherit"], encoding: "utf8" }) ?? ""
  );
}

/** buildah with a storage of its own: plain folders, no engine, no user namespaces. */
export function createBuilder(storage: string) {
  const place = ["--root", `${storage}/root`, "--runroot", `${storage}/run`, "--storage-driver", "vfs"];
  const buildah = (...args: string[]) => run("buildah", [...place, ...args]);
  const answer = (...args: string[]) => run("buildah", [...place, ...args], { quiet: true }).trim();

  return {
    /** Makes an image of a tar archive with a whole file system. */
    importBase(archive: string): void {
      const container = answer("from", "scratch");
      buildah("add", "--quiet", container, archive, "/");
      buildah("config", "--env", "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", container);
      buildah("commit", "--quiet", "--rm", container, BASE_NAME);
    },
    /** What the machine's package registry needs comes in from outside and stays in no layer. */
    build({ npmrc, certificates }: { npmrc?: string | undefined; certificates?: string | undefined }): void {
      const secret = npmrc === undefined ? [] : ["--secret", `id=npmrc,src=${path.resolve(npmrc)}`];
      const volume =
        certificates === undefined ? [] : ["--volume", `${path.resolve(certificates)}:/certificates.pem:ro`];
      // Docker's format: the other one has no health check.
      const how = ["--isolation", "chroot", "--pull-never", "--format", "docker"];
      buildah("build", ...how, ...secret, ...volume, "--tag", IMAGE_NAME, ".");
    },
    inspect(): ImageFacts {
      const { Docker } = JSON.parse(answer("inspect", "--type", "image", IMAGE_NAME)) as {
        Docker: { config: Record<string, unknown> };
      };
      const config = Docker.config as {
        User: string;
        WorkingDir: string;
        Env: string[];
        Cmd: string[];
        Healthcheck: { Test: string[] };
        Volumes: Record<string, unknown>;
        ExposedPorts: Record<string, unknown>;
      };
      return {
        user: config.User,
        workingFolder: config.WorkingDir,
        environment: Object.fromEntries(config.Env.map((line) => line.split(/=(.*)/s).slice(0, 2))),
        command: config.Cmd,
        healthCheck: config.Healthcheck.Test.slice(1),
        volumes: Object.keys(config.Volumes),
        ports: Object.keys(config.ExposedPorts),
      };
    },
    /** A container's file system. @returns its folder */
    mount(): string {
      return answer("mount", answer("from", "--pull-never", IMAGE_NAME));
    },
    close(): void {
      buildah("rm", "--all");
    },
  };
}
