ALTER TABLE "account_links" ADD COLUMN "mail_state" text DEFAULT 'queued' NOT NULL;--> statement-breakpoint
UPDATE "account_links" SET "mail_state" = 'sent' WHERE "token_hash" IS NOT NULL;