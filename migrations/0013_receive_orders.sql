-- Stores the orders that checkouts hand over in one moment, each with its key, its search text and the beginning of its
-- history, all of them or none: one statement and one commit for as many as there are. As receive_order of migration
-- 0010, which stays for processes of the version before.
-- `given`: an array with the columns of an order by their names, and of each order `key_hash`, `request_hash`,
-- `search_lines` (its search text without the id, which is made here) and `payload`. No key may stand in it twice.
-- An order that names no gateway gets the one that is active now.
-- Returns the orders that were stored by their keys; a key that is taken is left out. While another transaction claims
-- one of them, this waits.
CREATE FUNCTION receive_orders(given json) RETURNS TABLE (claimed_key bytea, new_id bigint) LANGUAGE plpgsql AS $$
DECLARE
  ids regclass := pg_get_serial_sequence('orders', 'id');
BEGIN
  RETURN QUERY
  WITH arrived AS MATERIALIZED (
    SELECT g.*, sha256(convert_to(g.payload, 'UTF8')) AS payload_digest
    FROM json_to_recordset(given) AS g(key_hash bytea, request_hash bytea, search_lines text, payload text,
      status order_status, status_changed_at timestamptz(3), created_at timestamptz(3), processing_mode text,
      is_paid boolean, arrival_date date, processing_date date, full_name text, email text, email_key text,
      nationality_code char(2), nationality_text text, passport_number text, flight_number text, sex text,
      date_of_birth date, place_of_stay text, purpose_of_visit text, travel_mode text, port_of_departure text,
      port_of_arrival text, phone_code text, telephone_number text, transaction_id text, merchant_name text,
      gateway_id integer, amount numeric(16, 4), currency char(3), paid_at timestamptz(3), purchase_ip text,
      user_agent text, device_id text, terms_version text, terms_accepted_at timestamptz(3), refund_policy_version text,
      payment_fingerprint text, card_brand text, card_last4 char(4), avs_result text, cvc_result text,
      three_ds_result text, billing_name text, name_key text, telephone_key text)
  ), claim AS (
    -- Ids are taken once the keys are known to be free, so that repetitions leave no gaps; keys are claimed in one order
    -- everywhere, so that no two batches wait for each other.
    INSERT INTO intake_requests (key_hash, request_hash, order_id, created_at)
    SELECT a.key_hash, a.request_hash, nextval(ids), a.status_changed_at FROM arrived a
    WHERE NOT EXISTS (SELECT FROM intake_requests r WHERE r.key_hash = a.key_hash)
    ORDER BY a.key_hash
    ON CONFLICT DO NOTHING
    RETURNING key_hash, order_id
  ), stored AS (
    INSERT INTO orders (id,
      status, status_changed_at, created_at, processing_mode, is_paid, arrival_date, processing_date, full_name, email,
      email_key, nationality_code, nationality_text, passport_number, flight_number, sex, date_of_birth, place_of_stay,
      purpose_of_visit, travel_mode, port_of_departure, port_of_arrival, phone_code, telephone_number, transaction_id,
      merchant_name, gateway_id, amount, currency, paid_at, purchase_ip, user_agent, device_id, terms_version,
      terms_accepted_at, refund_policy_version, payment_fingerprint, card_brand, card_last4, avs_result, cvc_result,
      three_ds_result, billing_name, name_key, telephone_key)
    SELECT c.order_id,
      a.status, a.status_changed_at, a.created_at, a.processing_mode, a.is_paid, a.arrival_date, a.processing_date,
      a.full_name, a.email, a.email_key, a.nationality_code, a.nationality_text, a.passport_number, a.flight_number,
      a.sex, a.date_of_birth, a.place_of_stay, a.purpose_of_visit, a.travel_mode, a.port_of_departure,
      a.port_of_arrival, a.phone_code, a.telephone_number, a.transaction_id, a.merchant_name,
      coalesce(a.gateway_id, (SELECT g.id FROM gateways g WHERE g.is_active)), a.amount,
      a.currency, a.paid_at, a.purchase_ip, a.user_agent, a.device_id, a.terms_version, a.terms_accepted_at,
      a.refund_policy_version, a.payment_fingerprint, a.card_brand, a.card_last4, a.avs_result, a.cvc_result,
      a.three_ds_result, a.billing_name, a.name_key, a.telephone_key
    FROM claim c JOIN arrived a USING (key_hash)
  ), searchable AS (
    INSERT INTO order_search (order_id, search_text)
    SELECT c.order_id, c.order_id || E'\n' || a.search_lines FROM claim c JOIN arrived a USING (key_hash)
  ), begun AS (
    INSERT INTO order_events (order_id, seq, at, type, actor_id, payload_digest, previous_digest, digest)
    SELECT c.order_id, 1, a.status_changed_at, 'created', NULL, a.payload_digest, NULL,
      order_event_digest(NULL, c.order_id, 1, a.status_changed_at, 'created', NULL, a.payload_digest)
    FROM claim c JOIN arrived a USING (key_hash)
    RETURNING id, order_id
  ), told AS (
    INSERT INTO order_event_payloads (event_id, data)
    SELECT b.id, a.payload::json FROM begun b JOIN claim c USING (order_id) JOIN arrived a USING (key_hash)
  )
  SELECT c.key_hash, c.order_id FROM claim c;
END $$;
