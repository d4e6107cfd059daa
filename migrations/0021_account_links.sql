ALTER TABLE "password_resets" RENAME TO "account_links";--> statement-breakpoint
ALTER SEQUENCE "password_resets_id_seq" RENAME TO "account_links_id_seq";--> statement-breakpoint
ALTER TABLE "account_links" RENAME CONSTRAINT "password_resets_pkey" TO "account_links_pkey";--> statement-breakpoint
ALTER TABLE "account_links" RENAME CONSTRAINT "password_resets_token_hash_unique" TO "account_links_token_hash_unique";--> statement-breakpoint
ALTER TABLE "account_links" RENAME CONSTRAINT "password_resets_member_id_members_id_fk" TO "account_links_member_id_members_id_fk";--> statement-breakpoint
ALTER INDEX "password_resets_member" RENAME TO "account_links_member";--> statement-breakpoint
ALTER INDEX "password_resets_expires" RENAME TO "account_links_expires";--> statement-breakpoint
ALTER TABLE "account_links" ADD COLUMN "kind" text DEFAULT 'reset' NOT NULL;--> statement-breakpoint
ALTER TABLE "account_links" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "account_links" ADD COLUMN "asked_by" integer;--> statement-breakpoint
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_asked_by_members_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ALTER COLUMN "password_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "password_set_by" integer;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "password_set_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_password_set_by_members_id_fk" FOREIGN KEY ("password_set_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;
