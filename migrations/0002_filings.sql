CREATE TABLE "filings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "filings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"profile" text NOT NULL,
	"reference" text NOT NULL,
	"filed_at" timestamp (3) with time zone NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	"recorded_by" integer NOT NULL,
	"facts" json NOT NULL,
	"facts_sha256" "bytea" NOT NULL,
	"passport_key" text NOT NULL,
	"arrival_date" date,
	"receipt_key" text,
	"receipt_sha256" "bytea",
	"receipt_type" text,
	"receipt_bytes" integer,
	"voided_at" timestamp (3) with time zone,
	"voided_by" integer,
	"void_reason" text,
	CONSTRAINT "filings_receipt_key_unique" UNIQUE("receipt_key")
);
--> statement-breakpoint
ALTER TABLE "filings" ADD CONSTRAINT "filings_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "filings" ADD CONSTRAINT "filings_recorded_by_members_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "filings" ADD CONSTRAINT "filings_voided_by_members_id_fk" FOREIGN KEY ("voided_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "filings_order" ON "filings" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "filings_traveller" ON "filings" USING btree ("passport_key","arrival_date") WHERE "filings"."passport_key" <> '' and "filings"."voided_at" is null;