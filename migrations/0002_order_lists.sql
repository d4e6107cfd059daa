-- One index leads to each list in each of its orders. A purged order is in none of them: neither listed nor counted.
CREATE INDEX orders_by_status_created ON orders (status, created_at, id) WHERE purged_at IS NULL;--> statement-breakpoint
CREATE INDEX orders_by_status_id ON orders (status, id) WHERE purged_at IS NULL;--> statement-breakpoint
CREATE INDEX orders_by_status_name ON orders (status, name_key, id) WHERE purged_at IS NULL;--> statement-breakpoint
CREATE INDEX orders_by_status_email ON orders (status, email_key, id) WHERE purged_at IS NULL;--> statement-breakpoint
CREATE INDEX orders_by_status_telephone ON orders (status, telephone_key, id) WHERE purged_at IS NULL;--> statement-breakpoint
CREATE INDEX orders_priority_arrival ON orders (arrival_date, id) WHERE purged_at IS NULL AND status = 'Priority';--> statement-breakpoint
CREATE INDEX orders_future_processing ON orders (processing_date, id) WHERE purged_at IS NULL AND status = 'Future';--> statement-breakpoint
CREATE INDEX orders_refunds_refunded ON orders (refunded_at, id) WHERE purged_at IS NULL AND status = 'Refunds';--> statement-breakpoint
-- Order History: every status but Deleted.
CREATE INDEX orders_history_created ON orders (created_at, id) WHERE purged_at IS NULL AND status <> 'Deleted';--> statement-breakpoint
CREATE INDEX orders_history_id ON orders (id) WHERE purged_at IS NULL AND status <> 'Deleted';--> statement-breakpoint
CREATE INDEX orders_history_name ON orders (name_key, id) WHERE purged_at IS NULL AND status <> 'Deleted';--> statement-breakpoint
CREATE INDEX orders_history_email ON orders (email_key, id) WHERE purged_at IS NULL AND status <> 'Deleted';--> statement-breakpoint
CREATE INDEX orders_history_telephone ON orders (telephone_key, id) WHERE purged_at IS NULL AND status <> 'Deleted';--> statement-breakpoint
CREATE INDEX order_search_trigrams ON order_search USING gin (search_text gin_trgm_ops);
