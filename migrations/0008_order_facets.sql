CREATE TABLE "order_facets" (
	"order_id" bigint PRIMARY KEY NOT NULL,
	"tags" text[] NOT NULL
);
--> statement-breakpoint
-- How filters name the states of a document's mail: one marked as spam arrived, a cancelled one was not sent.
CREATE FUNCTION mail_filter_state(state text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE state WHEN 'queued' THEN 'waiting' WHEN 'sending' THEN 'waiting' WHEN 'written' THEN 'sent'
  WHEN 'complained' THEN 'delivered' WHEN 'cancelled' THEN 'failed' ELSE state END;
--> statement-breakpoint
-- The tags of every order, computed: the one place that says so, for triggers and proof alike.
CREATE VIEW computed_order_tags AS
SELECT o.id AS order_id, array_remove(ARRAY[
  'arrival:' || to_char(o.arrival_date, 'YYYY-MM-DD'),
  'nat:' || o.nationality_code,
  'mode:' || o.processing_mode,
  'gateway:' || o.gateway_id,
  CASE WHEN EXISTS (SELECT FROM documents d WHERE d.order_id = o.id) THEN 'doc:yes' ELSE 'doc:no' END,
  'mail:' || coalesce((SELECT mail_filter_state(m.state) FROM mails m
    WHERE m.order_id = o.id AND m.kind = 'document' ORDER BY m.id DESC LIMIT 1), 'none'),
  CASE WHEN r.is_whatsapp THEN 'flag:whatsapp' END,
  CASE WHEN r.is_telephone THEN 'flag:telephone' END,
  CASE WHEN r.is_refund THEN 'flag:refund' END,
  CASE WHEN r.is_voided THEN 'flag:voided' END,
  CASE WHEN r.is_chargeback THEN 'flag:chargeback' END,
  CASE WHEN EXISTS (SELECT FROM disputes d WHERE d.order_id = o.id AND d.closed_at IS NULL) THEN 'dispute:open' END,
  CASE WHEN EXISTS (SELECT FROM disputes d WHERE d.order_id = o.id AND d.closed_at IS NOT NULL) THEN 'dispute:closed' END,
  CASE WHEN EXISTS (SELECT FROM correction_requests c WHERE c.order_id = o.id AND c.decided_at IS NULL) THEN 'mark:correction-asked' END,
  CASE WHEN EXISTS (SELECT FROM email_changes e WHERE e.order_id = o.id AND e.contested_at IS NOT NULL AND e.resolved_at IS NULL)
    THEN 'mark:email-contested' END
], NULL) AS tags
FROM orders o
CROSS JOIN LATERAL (
  SELECT bool_or(is_whatsapp) AS is_whatsapp, bool_or(is_telephone) AS is_telephone, bool_or(is_refund) AS is_refund,
    bool_or(is_voided) AS is_voided, bool_or(is_chargeback) AS is_chargeback
  FROM remarks WHERE order_id = o.id
) r
WHERE o.purged_at IS NULL;
--> statement-breakpoint
-- The orders are locked first, as by every change of them: whoever waits computes the tags from what the other has committed.
CREATE FUNCTION refresh_order_facets(ids bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF ids IS NULL THEN RETURN; END IF;
  PERFORM FROM orders WHERE id = ANY(ids) ORDER BY id FOR NO KEY UPDATE;
  INSERT INTO order_facets AS f (order_id, tags)
  SELECT c.order_id, c.tags FROM computed_order_tags c WHERE c.order_id = ANY(ids) ORDER BY c.order_id
  ON CONFLICT (order_id) DO UPDATE SET tags = excluded.tags WHERE f.tags <> excluded.tags;
  DELETE FROM order_facets f USING orders o WHERE f.order_id = ANY(ids) AND o.id = f.order_id AND o.purged_at IS NOT NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION keep_facets_of_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    -- Nothing refers to a new order yet; what does within this statement has a trigger of its own.
    INSERT INTO order_facets (order_id, tags)
    SELECT n.id, array_remove(ARRAY[
      'arrival:' || to_char(n.arrival_date, 'YYYY-MM-DD'), 'nat:' || n.nationality_code, 'mode:' || n.processing_mode,
      'gateway:' || n.gateway_id, 'doc:no', 'mail:none'], NULL)
    FROM new_rows n WHERE n.purged_at IS NULL
    ON CONFLICT (order_id) DO NOTHING;
  ELSE
    -- No join: its plan, kept from a change of one order, would compare each row with each.
    PERFORM refresh_order_facets((SELECT array_agg(id) FROM (
      SELECT id, arrival_date, nationality_code, processing_mode, gateway_id, purged_at IS NULL FROM new_rows
      EXCEPT
      SELECT id, arrival_date, nationality_code, processing_mode, gateway_id, purged_at IS NULL FROM old_rows) changed));
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER orders_facets_insert AFTER INSERT ON orders REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_facets_of_orders();--> statement-breakpoint
CREATE TRIGGER orders_facets_update AFTER UPDATE ON orders REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_facets_of_orders();--> statement-breakpoint
-- For tables whose rows belong to an order.
CREATE FUNCTION keep_facets_of_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM refresh_order_facets((SELECT array_agg(DISTINCT order_id) FROM new_rows));
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM refresh_order_facets((SELECT array_agg(DISTINCT order_id) FROM old_rows));
  ELSE
    PERFORM refresh_order_facets((SELECT array_agg(DISTINCT order_id) FROM (
      SELECT order_id FROM new_rows UNION SELECT order_id FROM old_rows) touched));
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- A mail is updated several times on its way: most of these steps change no tag.
CREATE FUNCTION keep_facets_of_sent_mails() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_order_facets((SELECT array_agg(DISTINCT order_id) FROM (
    SELECT id, order_id, kind, mail_filter_state(state) FROM new_rows
    EXCEPT
    SELECT id, order_id, kind, mail_filter_state(state) FROM old_rows) changed));
  RETURN NULL;
END $$;--> statement-breakpoint
DO $$
DECLARE
  kept text;
BEGIN
  FOREACH kept IN ARRAY ARRAY['documents', 'mails', 'remarks', 'disputes', 'correction_requests', 'email_changes'] LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION keep_facets_of_rows()', kept || '_facets_insert', kept);
    EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION %I()', kept || '_facets_update', kept,
      CASE kept WHEN 'mails' THEN 'keep_facets_of_sent_mails' ELSE 'keep_facets_of_rows' END);
    EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS old_rows
      FOR EACH STATEMENT EXECUTE FUNCTION keep_facets_of_rows()', kept || '_facets_delete', kept);
  END LOOP;
END $$;--> statement-breakpoint
-- Compares the tags with computed ones and mends each difference. Returns the orders that differed.
CREATE FUNCTION prove_order_facets() RETURNS SETOF bigint LANGUAGE plpgsql AS $$
DECLARE
  differing bigint[];
BEGIN
  SELECT array_agg(coalesce(c.order_id, f.order_id)) INTO differing
  FROM computed_order_tags c FULL JOIN order_facets f ON f.order_id = c.order_id
  WHERE c.tags IS DISTINCT FROM f.tags;
  PERFORM refresh_order_facets(differing);
  RETURN QUERY SELECT unnest(differing);
END $$;--> statement-breakpoint
INSERT INTO order_facets SELECT * FROM computed_order_tags;--> statement-breakpoint
ALTER TABLE "order_facets" ADD CONSTRAINT "order_facets_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_facets_tags" ON "order_facets" USING gin ("tags");--> statement-breakpoint
-- How common a tag is says nothing about how common it is in a list: the finder decides by what it reads, not the planner.
ALTER TABLE order_facets ALTER COLUMN tags SET STATISTICS 0;--> statement-breakpoint
ANALYZE order_facets;
