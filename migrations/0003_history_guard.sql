-- The history of an order is insert-only: the database itself refuses to change it. Payloads carry personal data and
-- may be deleted, by the purge alone, which says so for its own transaction.
CREATE FUNCTION refuse_history_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'order_event_payloads' AND TG_OP = 'DELETE'
     AND current_setting('arrival_desk.purge', true) = 'on' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% on % is refused: the history is insert-only', TG_OP, TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE TRIGGER order_events_insert_only BEFORE UPDATE OR DELETE ON order_events
  FOR EACH ROW EXECUTE FUNCTION refuse_history_change();--> statement-breakpoint
CREATE TRIGGER order_events_no_truncate BEFORE TRUNCATE ON order_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_history_change();--> statement-breakpoint
CREATE TRIGGER order_event_payloads_insert_only BEFORE UPDATE OR DELETE ON order_event_payloads
  FOR EACH ROW EXECUTE FUNCTION refuse_history_change();--> statement-breakpoint
CREATE TRIGGER order_event_payloads_no_truncate BEFORE TRUNCATE ON order_event_payloads
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_history_change();--> statement-breakpoint
-- The digest that chains an event to the one before it: over every column of the event and the digest of its payload.
CREATE FUNCTION order_event_digest(previous bytea, order_id bigint, seq integer, at timestamptz, type text, actor_id integer, payload_digest bytea)
RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(coalesce(previous, '\x'::bytea) || convert_to(concat_ws('|', order_id, seq,
    to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), type, coalesce(actor_id::text, '-')), 'UTF8') || payload_digest)
$$;
