CREATE TABLE "order_event_values" (
	"event_id" bigint PRIMARY KEY NOT NULL,
	"order_id" bigint NOT NULL,
	"salt" "bytea" NOT NULL,
	"data" json NOT NULL
);
--> statement-breakpoint
ALTER TABLE "order_event_values" ADD CONSTRAINT "order_event_values_event_id_order_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."order_events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_event_values" ADD CONSTRAINT "order_event_values_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_event_values_order" ON "order_event_values" USING btree ("order_id");--> statement-breakpoint
CREATE OR REPLACE FUNCTION refuse_history_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME IN ('order_event_payloads', 'order_event_values', 'defence_packs', 'order_submissions', 'order_links') AND TG_OP = 'DELETE'
     AND current_setting('arrival_desk.purge', true) = 'on' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% on % is refused: the history is insert-only', TG_OP, TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE TRIGGER order_event_values_insert_only BEFORE UPDATE OR DELETE ON order_event_values
  FOR EACH ROW EXECUTE FUNCTION refuse_history_change();--> statement-breakpoint
CREATE TRIGGER order_event_values_no_truncate BEFORE TRUNCATE ON order_event_values
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_history_change();
