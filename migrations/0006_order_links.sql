CREATE TABLE "order_links" (
	"a_id" bigint NOT NULL,
	"b_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"passport_key" text NOT NULL,
	"a_arrival" date NOT NULL,
	"b_arrival" date NOT NULL,
	"by" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "order_links_key" PRIMARY KEY("a_id","b_id","kind","passport_key","a_arrival","b_arrival"),
	CONSTRAINT "order_links_sorted" CHECK ("order_links"."a_id" < "order_links"."b_id")
);
--> statement-breakpoint
DROP INDEX "filings_traveller";--> statement-breakpoint
DROP INDEX "orders_payment_fingerprint";--> statement-breakpoint
DROP INDEX "orders_card";--> statement-breakpoint
ALTER TABLE "order_links" ADD CONSTRAINT "order_links_a_id_orders_id_fk" FOREIGN KEY ("a_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_links" ADD CONSTRAINT "order_links_b_id_orders_id_fk" FOREIGN KEY ("b_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_links" ADD CONSTRAINT "order_links_by_members_id_fk" FOREIGN KEY ("by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_links_b" ON "order_links" USING btree ("b_id");--> statement-breakpoint
CREATE INDEX "orders_payment_fingerprint" ON "orders" USING btree ("payment_fingerprint","id") WHERE "orders"."payment_fingerprint" is not null;--> statement-breakpoint
CREATE INDEX "orders_card" ON "orders" USING btree ("card_last4","card_brand","id") WHERE "orders"."card_last4" is not null;--> statement-breakpoint
ALTER TABLE "filings" DROP COLUMN "passport_key";--> statement-breakpoint
ALTER TABLE "filings" DROP COLUMN "arrival_date";--> statement-breakpoint
-- A passport number for comparison: upper case, without spaces and punctuation. One definition for index and queries.
CREATE FUNCTION passport_key(passport_number text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN translate(upper(passport_number COLLATE "C"), ' !"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', '');
--> statement-breakpoint
CREATE INDEX orders_passport ON orders (passport_key(passport_number), arrival_date, id)
  WHERE purged_at IS NULL AND status <> 'Deleted' AND passport_number IS NOT NULL;--> statement-breakpoint
CREATE OR REPLACE FUNCTION refuse_history_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME IN ('order_event_payloads', 'defence_packs', 'order_submissions', 'order_links') AND TG_OP = 'DELETE'
     AND current_setting('arrival_desk.purge', true) = 'on' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% on % is refused: the history is insert-only', TG_OP, TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE TRIGGER order_links_insert_only BEFORE UPDATE OR DELETE ON order_links
  FOR EACH ROW EXECUTE FUNCTION refuse_history_change();--> statement-breakpoint
CREATE TRIGGER order_links_no_truncate BEFORE TRUNCATE ON order_links
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_history_change();
