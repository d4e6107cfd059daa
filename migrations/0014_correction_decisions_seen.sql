ALTER TABLE "correction_requests" ADD COLUMN "seen_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "correction_requests" SET "seen_at" = "decided_at" WHERE "outcome" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "correction_requests_open" ON "correction_requests" USING btree ("id") WHERE "correction_requests"."outcome" is null;--> statement-breakpoint
CREATE INDEX "correction_requests_unseen" ON "correction_requests" USING btree ("requested_by","decided_at") WHERE "correction_requests"."outcome" is not null and "correction_requests"."seen_at" is null;