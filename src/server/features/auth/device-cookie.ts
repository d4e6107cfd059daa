import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { KNOWN_DEVICE_DAYS } from "./known-devices.repository.ts";

const nameOf = (isHttps: boolean) => (isHttps ? "__Host-device" : "device");
const TOKEN = /^[\w-]{22}$/;

/** 128 random bits. */
export const randomDevice = (): string => randomBytes(16).toString("base64url");

/** Identifies the browser at later sign-ins; it grants no access. */
export function setDeviceCookie(reply: FastifyReply, device: string, isHttps: boolean): void {
  const maxAge = KNOWN_DEVICE_DAYS * 86_400;
  reply.setCookie(nameOf(isHttps), device, { path: "/", sameSite: "strict", secure: isHttps, httpOnly: true, maxAge });
}

export function presentedDevice(request: FastifyRequest, isHttps: boolean): string | null {
  const device = request.cookies[nameOf(isHttps)];
  return device !== undefined && TOKEN.test(device) ? device : null;
}
