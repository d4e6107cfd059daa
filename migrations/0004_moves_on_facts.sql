-- A move that the filing rule decided is written only while the facts are those it was decided on: a correction in between
-- changes no version, so that it refuses no move, but the move is decided again.
CREATE OR REPLACE FUNCTION change_order_statuses(changes json, changed_at timestamptz) RETURNS SETOF bigint LANGUAGE plpgsql AS $$
DECLARE
  changed bigint[];
BEGIN
  WITH given AS (
    SELECT * FROM json_to_recordset(changes)
      AS g(id bigint, version integer, facts_version integer, to_status order_status, mode text, clears_refund boolean, at timestamptz(3))
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
