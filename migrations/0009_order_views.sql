CREATE TABLE "order_views" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_views_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"owner_id" integer,
	"list" text NOT NULL,
	"name" text,
	"definition" json NOT NULL,
	"shared_with" text[],
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" integer NOT NULL,
	CONSTRAINT "order_views_reachable" CHECK ("order_views"."shared_with" is not null or "order_views"."owner_id" is not null),
	CONSTRAINT "order_views_unnamed_personal" CHECK ("order_views"."name" is not null or "order_views"."shared_with" is null)
);
--> statement-breakpoint
ALTER TABLE "order_views" ADD CONSTRAINT "order_views_owner_id_members_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_views" ADD CONSTRAINT "order_views_updated_by_members_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "order_views_name" ON "order_views" USING btree ("owner_id","list",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "order_views_unnamed" ON "order_views" USING btree ("owner_id","list") WHERE "order_views"."name" is null;