declare module "@20minutes/s3rver" {
  import type { Server } from "node:http";
  import type { AddressInfo } from "node:net";

  interface Options {
    address: string;
    port: number;
    silent: boolean;
    directory: string;
    configureBuckets: { name: string }[];
  }
  class S3rver {
    constructor(options: Options);
    allowMismatchedSignatures: boolean;
    readonly httpServer: Server;
    run(): Promise<AddressInfo>;
  }
  export = S3rver;
}
