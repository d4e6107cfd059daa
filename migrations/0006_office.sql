-- What happens to team and gateways, and the links that set a new password.
CREATE TABLE "activity" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_id" integer,
	"type" text NOT NULL,
	"data" json NOT NULL
);
--> statement-breakpoint
-- Unlogged: written with every opened order, worth nothing after a crash, when all streams are over.
CREATE UNLOGGED TABLE "order_viewers" (
	"stream_id" text PRIMARY KEY NOT NULL,
	"process_id" text NOT NULL,
	"order_id" bigint NOT NULL,
	"member_id" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "password_resets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"member_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"token_hash" "bytea",
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "password_resets_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_actor_id_members_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_viewers_order" ON "order_viewers" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_viewers_process" ON "order_viewers" USING btree ("process_id");--> statement-breakpoint
CREATE INDEX "password_resets_member" ON "password_resets" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "password_resets_expires" ON "password_resets" USING btree ("expires_at");--> statement-breakpoint
CREATE TRIGGER activity_insert_only BEFORE UPDATE OR DELETE ON activity
  FOR EACH ROW EXECUTE FUNCTION refuse_history_change();--> statement-breakpoint
CREATE TRIGGER activity_no_truncate BEFORE TRUNCATE ON activity
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_history_change();
