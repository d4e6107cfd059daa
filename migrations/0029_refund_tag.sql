-- Rows of lists read their marks from the tags: one lookup instead of one for each mark.
CREATE OR REPLACE VIEW computed_order_tags AS
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
  -- An order without any dispute keeps the flag: comments from before disputes were recorded opened none.
  CASE WHEN r.is_chargeback AND d.is_disputed IS NOT FALSE THEN 'flag:chargeback' END,
  CASE WHEN d.is_open THEN 'dispute:open' END,
  CASE WHEN d.is_closed THEN 'dispute:closed' END,
  CASE WHEN EXISTS (SELECT FROM correction_requests c WHERE c.order_id = o.id AND c.decided_at IS NULL) THEN 'mark:correction-asked' END,
  CASE WHEN EXISTS (SELECT FROM email_changes e WHERE e.order_id = o.id AND e.contested_at IS NOT NULL AND e.resolved_at IS NULL)
    THEN 'mark:email-contested' END,
  CASE WHEN EXISTS (SELECT FROM customer_questions q WHERE q.order_id = o.id AND q.state = 'answered') THEN 'mark:answered' END,
  CASE WHEN EXISTS (SELECT FROM download_reports n WHERE n.order_id = o.id AND n.settled_at IS NULL) THEN 'mark:download-questioned' END,
  CASE WHEN EXISTS (SELECT FROM refunds f WHERE f.order_id = o.id AND f.undone_at IS NULL) THEN 'refund:recorded' END
], NULL) AS tags
FROM orders o
CROSS JOIN LATERAL (
  SELECT bool_or(is_whatsapp) AS is_whatsapp, bool_or(is_telephone) AS is_telephone, bool_or(is_refund) AS is_refund,
    bool_or(is_voided) AS is_voided, bool_or(is_chargeback) AS is_chargeback
  FROM remarks WHERE order_id = o.id
) r
CROSS JOIN LATERAL (
  SELECT bool_or(outcome IS DISTINCT FROM 'opened_in_error') AS is_disputed, bool_or(closed_at IS NULL) AS is_open,
    bool_or(closed_at IS NOT NULL AND outcome IS DISTINCT FROM 'opened_in_error') AS is_closed
  FROM disputes WHERE order_id = o.id
) d
WHERE o.purged_at IS NULL;
--> statement-breakpoint
CREATE TRIGGER refunds_facets_insert AFTER INSERT ON refunds REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_facets_of_rows();--> statement-breakpoint
CREATE TRIGGER refunds_facets_update AFTER UPDATE ON refunds
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_facets_of_rows();--> statement-breakpoint
CREATE TRIGGER refunds_facets_delete AFTER DELETE ON refunds REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_facets_of_rows();--> statement-breakpoint
SELECT refresh_order_facets(array_agg(DISTINCT order_id)) FROM refunds WHERE undone_at IS NULL;
