CREATE TABLE "refunds" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refunds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"amount" numeric(16, 4),
	"currency" char(3),
	"is_assumed" boolean NOT NULL,
	"reason_code" text,
	"note" text,
	"reference" text,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	"recorded_by" integer,
	"override_reason" text,
	"undone_at" timestamp (3) with time zone,
	"undone_by" integer,
	"undo_reason" text
);
--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "stage" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_recorded_by_members_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_undone_by_members_id_fk" FOREIGN KEY ("undone_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refunds_order" ON "refunds" USING btree ("order_id","id");--> statement-breakpoint
-- Refunds from before their amounts were recorded.
INSERT INTO refunds (order_id, is_assumed, recorded_at, recorded_by)
SELECT id, false, refunded_at, refunded_by FROM orders WHERE refunded_at IS NOT NULL AND purged_at IS NULL ORDER BY id;--> statement-breakpoint
-- A move to Refunds no longer clears the date of a recorded refund: only an undo does.
CREATE OR REPLACE FUNCTION change_order_statuses(changes json, changed_at timestamptz) RETURNS SETOF bigint LANGUAGE plpgsql AS $$
DECLARE
  changed bigint[];
BEGIN
  WITH given AS (
    SELECT * FROM json_to_recordset(changes)
      AS g(id bigint, version integer, facts_version integer, to_status order_status, mode text, due_at timestamptz(3),
        clock_started_at timestamptz(3), clock_since timestamptz(3), clock_used_ms bigint, at timestamptz(3))
  ), updated AS (
    UPDATE orders o SET
      previous_status = o.status,
      status = g.to_status,
      processing_mode = coalesce(g.mode, o.processing_mode),
      due_at = g.due_at,
      clock_started_at = g.clock_started_at,
      clock_since = g.clock_since,
      clock_used_ms = coalesce(g.clock_used_ms, 0),
      version = o.version + 1,
      status_changed_at = coalesce(g.at, changed_at)
    FROM given g
    WHERE o.id = g.id AND o.version = g.version AND o.purged_at IS NULL
      AND (g.facts_version IS NULL OR o.facts_version = g.facts_version)
    RETURNING o.id
  )
  SELECT coalesce(array_agg(id), '{}') INTO changed FROM updated;

  PERFORM record_order_events(json_agg(json_build_object(
    'order_id', g.id, 'actor_id', g.actor_id, 'at', coalesce(g.at, changed_at), 'type', g.type, 'payload', g.payload)))
  FROM json_to_recordset(changes) AS g(id bigint, actor_id integer, at timestamptz, type text, payload text)
  JOIN unnest(changed) AS done(id) ON done.id = g.id
  HAVING count(*) > 0;

  RETURN QUERY SELECT unnest(changed);
END $$;
