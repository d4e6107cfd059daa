CREATE TABLE "order_claims" (
	"order_id" bigint PRIMARY KEY NOT NULL,
	"member_id" integer NOT NULL,
	"kind" text NOT NULL,
	"claimed_at" timestamp (3) with time zone NOT NULL,
	"active_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_returns" (
	"order_id" bigint NOT NULL,
	"member_id" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "order_returns_order_id_member_id_pk" PRIMARY KEY("order_id","member_id")
);
--> statement-breakpoint
ALTER TABLE "order_claims" ADD CONSTRAINT "order_claims_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_claims" ADD CONSTRAINT "order_claims_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_returns" ADD CONSTRAINT "order_returns_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_returns" ADD CONSTRAINT "order_returns_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Renewed every half minute by each holder: room for new versions of a row on its page, and no index to update.
ALTER TABLE order_claims SET (fillfactor = 70);--> statement-breakpoint
-- Whether a claim has returned by itself: some time after it was last active, or with its disabled holder.
CREATE FUNCTION order_claim_is_over(c order_claims) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT c.active_until <= now() - CASE c.kind WHEN 'assigned' THEN interval '12 hours' ELSE interval '20 minutes' END
    OR EXISTS (SELECT 1 FROM members m WHERE m.id = c.member_id AND m.disabled_at IS NOT NULL)
$$;--> statement-breakpoint
-- Every write of an order appends an event: what ends a claim, and what a member writes on an open order without one.
-- The rows of these orders are locked, so no two transactions do this for one order at a time.
CREATE FUNCTION keep_order_claims() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM order_claims WHERE order_id IN (
    SELECT w.order_id FROM written w WHERE w.type IN ('moved', 'returned', 'released', 'paid', 'refund-recorded'));
  INSERT INTO order_claims (order_id, member_id, kind, claimed_at, active_until)
  SELECT o.id, w.actor_id, 'work', now(), now() + interval '2 minutes' FROM written w JOIN orders o ON o.id = w.order_id
  WHERE w.actor_id IS NOT NULL
    -- Not what is written down later, as an import and the demo do.
    AND w.at > now() - interval '20 minutes'
    AND w.type NOT IN ('moved', 'returned', 'released', 'paid', 'refund-recorded', 'assigned', 'claim-taken-over')
    AND o.purged_at IS NULL
    AND o.status IN ('New', 'Priority', 'Awaiting', 'AwaitingGovt', 'Contact Customer', 'Customer Called')
  ON CONFLICT (order_id) DO UPDATE SET member_id = excluded.member_id, kind = excluded.kind,
    claimed_at = excluded.claimed_at, active_until = excluded.active_until
  WHERE order_claim_is_over(order_claims);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER order_events_keep_claims AFTER INSERT ON order_events REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION keep_order_claims();
