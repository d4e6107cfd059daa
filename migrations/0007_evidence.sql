-- What stands as evidence in a dispute: reports on mails, blocked addresses, packs, and what staff know of the dispute.
CREATE TABLE "defence_packs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "defence_packs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"type" smallint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" integer,
	"override_reason" text,
	"chain_seq" integer NOT NULL,
	"chain_head" "bytea" NOT NULL,
	"facts" json NOT NULL,
	"facts_digest" "bytea" NOT NULL,
	"storage_key" text NOT NULL,
	"sha256" "bytea" NOT NULL,
	"bytes" integer NOT NULL,
	"pages" integer NOT NULL,
	CONSTRAINT "defence_packs_storage_key_unique" UNIQUE("storage_key")
);
--> statement-breakpoint
CREATE TABLE "mail_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mail_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"provider" text NOT NULL,
	"event_key" text NOT NULL,
	"mail_id" integer NOT NULL,
	"attempt_id" text,
	"message_id" text,
	"type" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"recipient" text,
	"is_permanent" boolean DEFAULT false NOT NULL,
	"detail" text
);
--> statement-breakpoint
CREATE TABLE "suppressions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "suppressions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email_key" text NOT NULL,
	"reason" text NOT NULL,
	"mail_id" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"lifted_at" timestamp (3) with time zone,
	"lifted_by" integer,
	"lift_reason" text
);
--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "closed_by" integer;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "amount" numeric(16, 4);--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "currency" char(3);--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "due_date" date;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "case_id" text;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "outcome" text;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "finding" json;--> statement-breakpoint
ALTER TABLE "downloads" ADD COLUMN "country" char(2);--> statement-breakpoint
ALTER TABLE "downloads" ADD COLUMN "automation" text;--> statement-breakpoint
ALTER TABLE "defence_packs" ADD CONSTRAINT "defence_packs_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "defence_packs" ADD CONSTRAINT "defence_packs_created_by_members_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_events" ADD CONSTRAINT "mail_events_mail_id_mails_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."mails"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suppressions" ADD CONSTRAINT "suppressions_mail_id_mails_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."mails"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suppressions" ADD CONSTRAINT "suppressions_lifted_by_members_id_fk" FOREIGN KEY ("lifted_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mails_attempt" ON "mails" USING btree ("attempt_id") WHERE "mails"."attempt_id" is not null;--> statement-breakpoint
CREATE INDEX "mails_message" ON "mails" USING btree ("message_id") WHERE "mails"."message_id" is not null;--> statement-breakpoint
CREATE INDEX "orders_payment_fingerprint" ON "orders" USING btree ("payment_fingerprint") WHERE "orders"."payment_fingerprint" is not null;--> statement-breakpoint
CREATE INDEX "orders_card" ON "orders" USING btree ("card_last4","card_brand") WHERE "orders"."card_last4" is not null;--> statement-breakpoint
CREATE INDEX "defence_packs_order" ON "defence_packs" USING btree ("order_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_events_once" ON "mail_events" USING btree ("provider","event_key");--> statement-breakpoint
CREATE INDEX "mail_events_mail" ON "mail_events" USING btree ("mail_id","id");--> statement-breakpoint
CREATE INDEX "mail_events_attempt" ON "mail_events" USING btree ("attempt_id") WHERE "mail_events"."attempt_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "suppressions_active" ON "suppressions" USING btree ("email_key") WHERE "suppressions"."lifted_at" is null;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_closed_by_members_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "disputes_order" ON "disputes" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "disputes_due" ON "disputes" USING btree ("due_date","id") WHERE "disputes"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "disputes_closed" ON "disputes" USING btree ("closed_at") WHERE "disputes"."closed_at" is not null;--> statement-breakpoint
-- A pack is evidence: it is never changed, and goes with the order's personal data alone, in the purge.
CREATE OR REPLACE FUNCTION refuse_history_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME IN ('order_event_payloads', 'defence_packs') AND TG_OP = 'DELETE'
     AND current_setting('arrival_desk.purge', true) = 'on' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% on % is refused: the history is insert-only', TG_OP, TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE TRIGGER defence_packs_insert_only BEFORE UPDATE OR DELETE ON defence_packs
  FOR EACH ROW EXECUTE FUNCTION refuse_history_change();--> statement-breakpoint
CREATE TRIGGER defence_packs_no_truncate BEFORE TRUNCATE ON defence_packs
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_history_change();
