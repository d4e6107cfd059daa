CREATE TABLE "status_mails" (
	"order_id" bigint NOT NULL,
	"key" text NOT NULL,
	"due_at" timestamp (3) with time zone,
	"is_bulk" boolean NOT NULL,
	"mail_id" integer,
	CONSTRAINT "status_mails_key" PRIMARY KEY("order_id","key")
);
--> statement-breakpoint
ALTER TABLE "status_mails" ADD CONSTRAINT "status_mails_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "status_mails" ADD CONSTRAINT "status_mails_mail_id_mails_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."mails"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "status_mails_due" ON "status_mails" USING btree ("is_bulk","due_at") WHERE "status_mails"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "status_mails_mail" ON "status_mails" USING btree ("mail_id");--> statement-breakpoint
CREATE UNIQUE INDEX "mails_status_once" ON "mails" USING btree ("order_id","template") WHERE "mails"."kind" = 'status';--> statement-breakpoint
CREATE INDEX "mails_status_sent" ON "mails" USING btree ("template","created_at") WHERE "mails"."kind" = 'status';--> statement-breakpoint
-- What happened to these orders, noted for the customers where the mail about it is switched on. In the transaction of
-- the events, so that neither exists without the other; whether it is still true is asked again when the mail is due.
CREATE FUNCTION note_status_mails(events json) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  switched_on json;
BEGIN
  SELECT value::json INTO switched_on FROM settings WHERE key = 'status-mails';
  IF switched_on IS NULL THEN
    RETURN;
  END IF;
  INSERT INTO status_mails (order_id, key, due_at, is_bulk)
  SELECT c.order_id, c.key, c.at + interval '2 minutes', c.is_bulk
  FROM (
    SELECT e.order_id, e.at,
      -- Orders that arrive together were not made together.
      e.type <> 'created' AND json_array_length(events) > 1 AS is_bulk,
      CASE
        WHEN e.type IN ('created', 'paid') AND e.payload ->> 'status' IN ('New', 'Priority', 'Future')
          AND coalesce(e.payload ->> 'source', 'intake') = 'intake' THEN 'received'
        WHEN e.type = 'released' THEN 'filing-opens'
        WHEN e.type = 'moved' AND e.payload ->> 'from' = 'Future' AND e.payload ->> 'to' IN ('New', 'Priority')
          THEN 'filing-opens'
        WHEN e.type = 'filed' OR e.type = 'moved' AND e.payload ->> 'to' = 'AwaitingGovt' THEN 'sent-to-authority'
        -- Moved there once more after it was taken back. Without a row it was there before the mail was switched on.
        WHEN e.type = 'returned' AND e.payload ->> 'to' = 'AwaitingGovt' AND EXISTS (
          SELECT FROM status_mails s WHERE s.order_id = e.order_id AND s.key = 'sent-to-authority'
        ) THEN 'sent-to-authority'
        WHEN e.type = 'refund-recorded' THEN 'refunded'
      END AS key
    FROM (
      SELECT g.order_id, g.at, g.type, g.payload::json AS payload
      FROM json_to_recordset(events) AS g(order_id bigint, at timestamptz, type text, payload text)
      WHERE g.type IN ('created', 'paid', 'released', 'moved', 'returned', 'filed', 'refund-recorded')
    ) e
  ) c
  WHERE switched_on ->> c.key IS NOT NULL
  ON CONFLICT (order_id, key) DO UPDATE SET due_at = excluded.due_at, is_bulk = excluded.is_bulk
  WHERE status_mails.mail_id IS NULL;
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
  PERFORM note_status_mails(events);
END $$;
