ALTER TABLE "view_counts" ADD COLUMN "listed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "view_counts" ADD COLUMN "listed_told_at" timestamp (3) with time zone;--> statement-breakpoint
-- The audit log stays insert-only, but for what outsiders caused and names no member: thirty days later the daily job,
-- which says so for its own transaction, may delete it, so that no one can fill the table without a password.
CREATE FUNCTION is_old_stranger_event(event audit_events) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT event.type IN ('sign-in-failed', 'locked-out', 'refused', 'forged-hook')
     AND event.actor_id IS NULL AND event.member_id IS NULL AND event.at < now() - interval '30 days'
$$;--> statement-breakpoint
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('arrival_desk.prune', true) = 'on' THEN
    IF TG_TABLE_NAME = 'audit_events' THEN
      IF is_old_stranger_event(OLD) THEN RETURN OLD; END IF;
    ELSIF EXISTS (SELECT FROM audit_events e WHERE e.id = OLD.event_id AND is_old_stranger_event(e)) THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION '% on % is refused: the history is insert-only', TG_OP, TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
DROP TRIGGER audit_events_insert_only ON audit_events;--> statement-breakpoint
CREATE TRIGGER audit_events_insert_only BEFORE UPDATE OR DELETE ON audit_events
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();--> statement-breakpoint
DROP TRIGGER audit_payloads_insert_only ON audit_payloads;--> statement-breakpoint
CREATE TRIGGER audit_payloads_insert_only BEFORE UPDATE OR DELETE ON audit_payloads
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
