-- Counts that are kept, not counted: sums by status, day, nationality and mode, which every change of orders keeps right.
CREATE TABLE "order_tallies" (
	"grain" text NOT NULL,
	"status" "order_status",
	"day" date,
	"nationality" char(2),
	"mode" text,
	"n" integer NOT NULL,
	CONSTRAINT "order_tallies_key" UNIQUE NULLS NOT DISTINCT("grain","status","day","nationality","mode")
);
--> statement-breakpoint
CREATE TABLE "order_tally_deltas" (
	"grain" text NOT NULL,
	"status" "order_status",
	"day" date,
	"nationality" char(2),
	"mode" text,
	"n" integer NOT NULL
);
--> statement-breakpoint
-- Emptied by every fold: vacuumed by what was deleted, not by a share of what is left.
ALTER TABLE order_tally_deltas SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);--> statement-breakpoint
-- What one order counts for: once in each grain that knows it. The one place that says so, for trigger and proof alike.
CREATE FUNCTION order_tally_grains(status order_status, created_at timestamptz, arrival_date date, processing_date date, nationality char(2), mode text)
RETURNS TABLE (grain text, of_status order_status, day date, of_nationality char(2), of_mode text) LANGUAGE sql IMMUTABLE AS $$
  SELECT * FROM (VALUES
    ('status', $1, NULL::date, NULL::char(2), NULL::text),
    ('created', $1, ($2 AT TIME ZONE 'UTC')::date, NULL, NULL),
    ('due', $1, CASE $1 WHEN 'Priority' THEN $3 ELSE $4 END, NULL, NULL),
    ('report', NULL, ($2 AT TIME ZONE 'UTC')::date, $5, $6)
  ) AS g(grain, of_status, day, of_nationality, of_mode)
  WHERE CASE g.grain WHEN 'due' THEN $1 IN ('Priority', 'Future') WHEN 'report' THEN $1 NOT IN ('Pending', 'Deleted') ELSE true END
$$;--> statement-breakpoint
-- Notes what a statement changed: a few rows however many orders it touched, none when nothing that is counted changed.
CREATE FUNCTION tally_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    TRUNCATE order_tallies, order_tally_deltas;
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO order_tally_deltas
    SELECT g.*, count(*) FROM new_rows r
      CROSS JOIN LATERAL order_tally_grains(r.status, r.created_at, r.arrival_date, r.processing_date, r.nationality_code, r.processing_mode) g
    WHERE r.purged_at IS NULL GROUP BY 1, 2, 3, 4, 5;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO order_tally_deltas
    SELECT g.*, -count(*) FROM old_rows r
      CROSS JOIN LATERAL order_tally_grains(r.status, r.created_at, r.arrival_date, r.processing_date, r.nationality_code, r.processing_mode) g
    WHERE r.purged_at IS NULL GROUP BY 1, 2, 3, 4, 5;
  ELSE
    INSERT INTO order_tally_deltas
    SELECT g.*, sum(r.n) FROM (
      SELECT status, created_at, arrival_date, processing_date, nationality_code, processing_mode, 1 AS n FROM new_rows WHERE purged_at IS NULL
      UNION ALL
      SELECT status, created_at, arrival_date, processing_date, nationality_code, processing_mode, -1 FROM old_rows WHERE purged_at IS NULL
    ) r
      CROSS JOIN LATERAL order_tally_grains(r.status, r.created_at, r.arrival_date, r.processing_date, r.nationality_code, r.processing_mode) g
    GROUP BY 1, 2, 3, 4, 5 HAVING sum(r.n) <> 0;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER orders_tally_insert AFTER INSERT ON orders REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tally_orders();--> statement-breakpoint
CREATE TRIGGER orders_tally_update AFTER UPDATE ON orders REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tally_orders();--> statement-breakpoint
CREATE TRIGGER orders_tally_delete AFTER DELETE ON orders REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tally_orders();--> statement-breakpoint
CREATE TRIGGER orders_tally_truncate AFTER TRUNCATE ON orders
  FOR EACH STATEMENT EXECUTE FUNCTION tally_orders();--> statement-breakpoint
-- The kept counts of this moment: sums and what is not folded yet, in one snapshot.
CREATE VIEW order_counts AS
  SELECT grain, status, day, nationality, mode, n FROM order_tallies
  UNION ALL
  SELECT grain, status, day, nationality, mode, n FROM order_tally_deltas;--> statement-breakpoint
-- Folds the deltas into the sums. One process at a time; the others find nothing to do and return 0.
CREATE FUNCTION fold_order_tallies() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  folded bigint;
BEGIN
  -- "ArTa" in ASCII.
  IF NOT pg_try_advisory_xact_lock(x'41725461'::int) THEN RETURN 0; END IF;
  WITH taken AS (
    DELETE FROM order_tally_deltas RETURNING grain, status, day, nationality, mode, n
  ), sums AS (
    SELECT grain, status, day, nationality, mode, sum(n) AS n FROM taken GROUP BY 1, 2, 3, 4, 5 HAVING sum(n) <> 0
  ), written AS (
    INSERT INTO order_tallies AS t (grain, status, day, nationality, mode, n) SELECT * FROM sums
    ON CONFLICT ON CONSTRAINT order_tallies_key DO UPDATE SET n = t.n + excluded.n
  )
  SELECT count(*) INTO folded FROM taken;
  RETURN folded;
END $$;--> statement-breakpoint
-- Counts the orders, compares with what is kept, and mends every difference by a delta, in one snapshot: orders that
-- change meanwhile bring deltas of their own. Returns the differences that it found.
CREATE FUNCTION prove_order_tallies() RETURNS TABLE (grain text, status order_status, day date, nationality char(2), mode text, n integer)
LANGUAGE sql AS $$
  WITH counted AS (
    SELECT g.*, count(*) AS n FROM orders o
      CROSS JOIN LATERAL order_tally_grains(o.status, o.created_at, o.arrival_date, o.processing_date, o.nationality_code, o.processing_mode) g
    WHERE o.purged_at IS NULL GROUP BY 1, 2, 3, 4, 5
  ), differences AS (
    SELECT both_sides.grain, both_sides.of_status, both_sides.day, both_sides.of_nationality, both_sides.of_mode, sum(both_sides.n) AS n FROM (
      SELECT * FROM counted UNION ALL SELECT c.grain, c.status, c.day, c.nationality, c.mode, -c.n FROM order_counts c
    ) AS both_sides GROUP BY 1, 2, 3, 4, 5 HAVING sum(both_sides.n) <> 0
  )
  INSERT INTO order_tally_deltas AS d (grain, status, day, nationality, mode, n) SELECT * FROM differences
  RETURNING d.grain, d.status, d.day, d.nationality, d.mode, d.n
$$;--> statement-breakpoint
SELECT prove_order_tallies();--> statement-breakpoint
SELECT fold_order_tallies();
