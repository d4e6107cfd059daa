ALTER TABLE "orders" ADD COLUMN "due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "clock_started_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "clock_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "clock_used_ms" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Open work only: a change of status rewrites the row and pays for each index that fits it.
CREATE INDEX orders_open_due ON orders (status, due_at, id) WHERE purged_at IS NULL
  AND status IN ('New', 'Priority', 'Awaiting', 'AwaitingGovt', 'Contact Customer', 'Customer Called');--> statement-breakpoint
CREATE INDEX orders_open_arrival ON orders (status, arrival_date, id) WHERE purged_at IS NULL
  AND status IN ('New', 'Priority', 'Awaiting', 'AwaitingGovt', 'Contact Customer', 'Customer Called');--> statement-breakpoint
DROP INDEX orders_priority_arrival;--> statement-breakpoint
-- Changes from a process of an older version have no due times: the job that computes them anew mends these.
CREATE OR REPLACE FUNCTION change_order_statuses(changes json, changed_at timestamptz) RETURNS SETOF bigint LANGUAGE plpgsql AS $$
DECLARE
  changed bigint[];
BEGIN
  WITH given AS (
    SELECT * FROM json_to_recordset(changes)
      AS g(id bigint, version integer, facts_version integer, to_status order_status, mode text, due_at timestamptz(3),
        clock_started_at timestamptz(3), clock_since timestamptz(3), clock_used_ms bigint, clears_refund boolean, at timestamptz(3))
  ), updated AS (
    UPDATE orders o SET
      previous_status = o.status,
      status = g.to_status,
      processing_mode = coalesce(g.mode, o.processing_mode),
      due_at = g.due_at,
      clock_started_at = g.clock_started_at,
      clock_since = g.clock_since,
      clock_used_ms = coalesce(g.clock_used_ms, 0),
      refunded_at = CASE WHEN g.clears_refund THEN NULL ELSE o.refunded_at END,
      refunded_by = CASE WHEN g.clears_refund THEN NULL ELSE o.refunded_by END,
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
