-- The planner guesses how many orders hold a text from a sample of their texts: ten times the usual one, so that it tells
-- a text in one order of a thousand from one in none.
ALTER TABLE order_search ALTER COLUMN search_text SET STATISTICS 1000;--> statement-breakpoint
ANALYZE order_search (search_text);--> statement-breakpoint
-- The one sort of a shown column that no index led to, and the lists of single months, searched or not.
CREATE INDEX orders_future_month_id ON orders (process_month, id) WHERE purged_at IS NULL AND status = 'Future';--> statement-breakpoint
CREATE INDEX orders_future_month_processing ON orders (process_month, processing_date, id) WHERE purged_at IS NULL AND status = 'Future';
