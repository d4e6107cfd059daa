// biome-ignore-all lint/performance/noBarrelFile: Drizzle and the migrations' generator take all tables as one module.
// biome-ignore-all lint/performance/noReExportAll: the same; a table left out of a list would be dropped by the next migration.
export * from "./schema/audit.ts";
export * from "./schema/claims.ts";
export * from "./schema/corrections.ts";
export * from "./schema/correspondence.ts";
export * from "./schema/evidence.ts";
export * from "./schema/filings.ts";
export * from "./schema/links.ts";
export * from "./schema/orders.ts";
export * from "./schema/people.ts";
export * from "./schema/questions.ts";
export * from "./schema/refunds.ts";
export * from "./schema/views.ts";
