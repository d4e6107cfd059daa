-- Stores an order that a checkout hands over, with its key, its search text and the beginning of its history: one round
-- trip is the whole transaction. Returns null when the key is taken; while another transaction claims it, this waits.
-- `given`: the columns of the order by their names. `search_lines`: its search text without the id, which is made here.
CREATE FUNCTION receive_order(claimed_key bytea, claimed_request bytea, claimed_at timestamptz, given json, search_lines text, payload text)
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  new_id bigint;
BEGIN
  -- The id is taken once the key is known to be free, so that repetitions leave no gaps.
  WITH claim AS (
    INSERT INTO intake_requests (key_hash, request_hash, order_id, created_at)
    SELECT claimed_key, claimed_request, nextval(pg_get_serial_sequence('orders', 'id')), claimed_at
    WHERE NOT EXISTS (SELECT 1 FROM intake_requests WHERE key_hash = claimed_key)
    ON CONFLICT DO NOTHING
    RETURNING order_id
  )
  INSERT INTO orders (id,
    status, status_changed_at, created_at, processing_mode, is_paid, arrival_date, processing_date, full_name, email,
    email_key, nationality_code, nationality_text, passport_number, flight_number, sex, date_of_birth, place_of_stay,
    purpose_of_visit, travel_mode, port_of_departure, port_of_arrival, phone_code, telephone_number, transaction_id,
    merchant_name, gateway_id, amount, currency, paid_at, purchase_ip, user_agent, device_id, terms_version,
    terms_accepted_at, refund_policy_version, payment_fingerprint, card_brand, card_last4, avs_result, cvc_result,
    three_ds_result, billing_name, name_key, telephone_key)
  SELECT c.order_id,
    g.status, g.status_changed_at, g.created_at, g.processing_mode, g.is_paid, g.arrival_date, g.processing_date,
    g.full_name, g.email, g.email_key, g.nationality_code, g.nationality_text, g.passport_number, g.flight_number,
    g.sex, g.date_of_birth, g.place_of_stay, g.purpose_of_visit, g.travel_mode, g.port_of_departure,
    g.port_of_arrival, g.phone_code, g.telephone_number, g.transaction_id, g.merchant_name, g.gateway_id, g.amount,
    g.currency, g.paid_at, g.purchase_ip, g.user_agent, g.device_id, g.terms_version, g.terms_accepted_at,
    g.refund_policy_version, g.payment_fingerprint, g.card_brand, g.card_last4, g.avs_result, g.cvc_result,
    g.three_ds_result, g.billing_name, g.name_key, g.telephone_key
  FROM claim c CROSS JOIN json_populate_record(NULL::orders, given) g
  RETURNING id INTO new_id;
  IF new_id IS NULL THEN RETURN NULL; END IF;

  INSERT INTO order_search (order_id, search_text) VALUES (new_id, new_id || E'\n' || search_lines);
  PERFORM record_order_events(json_build_array(json_build_object(
    'order_id', new_id, 'actor_id', NULL, 'at', claimed_at, 'type', 'created', 'payload', payload)));
  RETURN new_id;
END $$;
