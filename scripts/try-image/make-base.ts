import { copyFile, mkdir, readdir } from "node:fs/promises";
import path from "node:path";
import { type Builder, run } from "./builder.ts";

/** As in Node.js 24's own image. */
const NPM = "npm@11";
const USER_ID = "1000";

/** Debian bookworm with this Node.js, npm and the user "node": what the Dockerfile asks of its base. */
export async function makeBase(builder: Builder, folder: string): Promise<void> {
  run("debootstrap", ["--variant=minbase", "bookworm", folder], { quiet: true });
  const local = path.join(folder, "usr/local");
  await copyFile(process.execPath, path.join(local, "bin/node"));
  const modules = path.join(local, "lib/node_modules");
  await mkdir(modules, { recursive: true });
  run("npm", ["pack", NPM, "--pack-destination", folder, "--silent"], { quiet: true });
  const archive = (await readdir(folder)).find((name) => name.endsWith(".tgz")) ?? "";
  run("tar", ["-xzf", path.join(folder, archive), "-C", modules]);
  run("mv", [path.join(modules, "package"), path.join(modules, "npm")]);
  run("rm", [path.join(folder, archive)]);
  run("ln", ["-s", "../lib/node_modules/npm/bin/npm-cli.js", path.join(local, "bin/npm")]);
  run("chroot", [folder, "useradd", "--uid", USER_ID, "--create-home", "--shell", "/bin/bash", "node"]);
  const tar = `${folder}.tar`;
  run("tar", [
    "--one-file-system",
    "--exclude=./proc/*",
    "--exclude=./sys/*",
    "--exclude=./dev/*",
    "-cf",
    tar,
    "-C",
    folder,
    ".",
  ]);
  builder.importBase(tar);
  run("rm", ["-r", folder, tar]);
}
