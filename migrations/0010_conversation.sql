CREATE TABLE "mail_attachments" (
	"mail_id" integer NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"bytes" integer NOT NULL,
	"sha256" "bytea" NOT NULL,
	"storage_key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mail_attachments_key" PRIMARY KEY("mail_id","position"),
	CONSTRAINT "mail_attachments_storage_key_unique" UNIQUE("storage_key")
);
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "body" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "client_key" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "client_digest" "bytea";--> statement-breakpoint
ALTER TABLE "mail_attachments" ADD CONSTRAINT "mail_attachments_mail_id_mails_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."mails"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "mails_client_key" ON "mails" USING btree ("order_id","client_key") WHERE "mails"."client_key" is not null;--> statement-breakpoint
CREATE INDEX "mails_message_sender" ON "mails" USING btree ("created_by","created_at") WHERE "mails"."client_key" is not null;