CREATE TABLE "texts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "texts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"use" text NOT NULL,
	"key" text NOT NULL,
	"language" text NOT NULL,
	"version" integer NOT NULL,
	"name" text NOT NULL,
	"subject" text,
	"body" text NOT NULL,
	"roles" text[],
	"is_removed" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "texts" ADD CONSTRAINT "texts_created_by_members_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "texts_version" ON "texts" USING btree ("use","key","language","version");--> statement-breakpoint
CREATE TRIGGER texts_insert_only BEFORE UPDATE OR DELETE ON texts
  FOR EACH ROW EXECUTE FUNCTION refuse_history_change();--> statement-breakpoint
CREATE TRIGGER texts_no_truncate BEFORE TRUNCATE ON texts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_history_change();
