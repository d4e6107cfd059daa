-- Claims begin and end with the events of timelines: record_order_events says so itself, where a trigger hid it.
DROP TRIGGER order_events_keep_claims ON order_events;--> statement-breakpoint
DROP FUNCTION keep_order_claims();--> statement-breakpoint
-- What ends a claim, and what a member writes on an order of open work that nobody has. Nobody works on each of the
-- orders of a bulk action, so it begins none.
CREATE FUNCTION begin_and_end_claims(events json) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM order_claims WHERE order_id IN (
    SELECT w.order_id FROM json_to_recordset(events) AS w(order_id bigint, type text)
    WHERE w.type IN ('moved', 'returned', 'released', 'paid', 'refund-recorded'));
  IF json_array_length(events) > 1 THEN
    RETURN;
  END IF;
  INSERT INTO order_claims (order_id, member_id, kind, claimed_at, active_until)
  SELECT o.id, w.actor_id, 'work', now(), now() + interval '2 minutes'
  FROM json_to_recordset(events) AS w(order_id bigint, actor_id integer, at timestamptz, type text)
  JOIN orders o ON o.id = w.order_id
  WHERE w.actor_id IS NOT NULL
    -- Not what is written down later, as an import and the demo do.
    AND w.at > now() - interval '20 minutes'
    AND w.type NOT IN ('moved', 'returned', 'released', 'paid', 'refund-recorded', 'assigned', 'claim-taken-over')
    AND o.purged_at IS NULL
    AND o.status IN ('New', 'Priority', 'Awaiting', 'AwaitingGovt', 'Contact Customer', 'Customer Called')
  ON CONFLICT (order_id) DO UPDATE SET member_id = excluded.member_id, kind = excluded.kind,
    claimed_at = excluded.claimed_at, active_until = excluded.active_until
  WHERE order_claim_is_over(order_claims);
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION record_order_events(events json) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH salted AS MATERIALIZED (
    SELECT g.*, uuid_send(gen_random_uuid()) AS salt
    FROM json_to_recordset(events) AS g(order_id bigint, actor_id integer, at timestamptz(3), type text, payload text)
  ), given AS (
    SELECT s.*, sha256(s.salt || convert_to(s.payload, 'UTF8')) AS payload_digest FROM salted s
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
  INSERT INTO order_event_payloads (event_id, data, salt)
  SELECT i.id, c.payload::json, c.salt FROM inserted i JOIN chained c USING (order_id);
  PERFORM begin_and_end_claims(events);
END $$;
