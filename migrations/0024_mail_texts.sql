ALTER TABLE "mails" ADD COLUMN "template" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "template_version" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "language" text;