-- Appends events to the histories of their orders, each chained to the one before it. The caller holds the rows of
-- these orders, else two writers would claim one place in a chain and the slower one fails. One event an order a call.
-- `events`: an array of {order_id, actor_id, at, type, payload}, the payload as JSON text: its letters are digested.
CREATE FUNCTION record_order_events(events json) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH given AS (
    SELECT g.*, sha256(convert_to(g.payload, 'UTF8')) AS payload_digest
    FROM json_to_recordset(events) AS g(order_id bigint, actor_id integer, at timestamptz(3), type text, payload text)
  ), chained AS (
    SELECT g.*, coalesce(last.seq, 0) + 1 AS seq, last.digest AS previous
    FROM given g
    LEFT JOIN LATERAL (
      SELECT e.seq, e.digest FROM order_events e WHERE e.order_id = g.order_id ORDER BY e.seq DESC LIMIT 1
    ) last ON true
  ), inserted AS (
    INSERT INTO order_events (order_id, seq, at, type, actor_id, payload_digest, previous_digest, digest)
    SELECT order_id, seq, at, type, actor_id, payload_digest, previous,
      order_event_digest(previous, order_id, seq, at, type, actor_id, payload_digest)
    FROM chained
    RETURNING id, order_id
  )
  INSERT INTO order_event_payloads (event_id, data)
  SELECT i.id, c.payload::json FROM inserted i JOIN chained c USING (order_id);
END $$;--> statement-breakpoint
-- Changes the statuses of orders, each only if it still has the version the change was decided on, and tells their
-- histories, all or nothing: one round trip is the whole transaction of a single move. The history is written by a
-- statement of its own, after the rows are ours, so that it sees the newest event of each.
-- `changes`: an array of {id, version, to_status, mode, clears_refund, actor_id, type, payload, at?}. Returns the ids changed.
CREATE FUNCTION change_order_statuses(changes json, changed_at timestamptz) RETURNS SETOF bigint LANGUAGE plpgsql AS $$
DECLARE
  changed bigint[];
BEGIN
  WITH given AS (
    SELECT * FROM json_to_recordset(changes)
      AS g(id bigint, version integer, to_status order_status, mode text, clears_refund boolean, at timestamptz(3))
  ), updated AS (
    UPDATE orders o SET
      previous_status = o.status,
      status = g.to_status,
      processing_mode = coalesce(g.mode, o.processing_mode),
      refunded_at = CASE WHEN g.clears_refund THEN NULL ELSE o.refunded_at END,
      refunded_by = CASE WHEN g.clears_refund THEN NULL ELSE o.refunded_by END,
      version = o.version + 1,
      status_changed_at = coalesce(g.at, changed_at)
    FROM given g
    WHERE o.id = g.id AND o.version = g.version AND o.purged_at IS NULL
    RETURNING o.id
  )
  SELECT coalesce(array_agg(id), '{}') INTO changed FROM updated;

  PERFORM record_order_events(json_agg(json_build_object(
    'order_id', g.id, 'actor_id', g.actor_id, 'at', coalesce(g.at, changed_at), 'type', g.type, 'payload', g.payload)))
  FROM json_to_recordset(changes) AS g(id bigint, actor_id integer, at timestamptz, type text, payload text)
  WHERE g.id = ANY (changed)
  HAVING count(*) > 0;

  RETURN QUERY SELECT unnest(changed);
END $$;
