CREATE TABLE "answer_files" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "answer_files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"answer_id" integer NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"bytes" integer NOT NULL,
	"sha256" "bytea" NOT NULL,
	"storage_key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "answer_files_storage_key_unique" UNIQUE("storage_key")
);
--> statement-breakpoint
CREATE TABLE "customer_answers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "customer_answers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"question_id" integer NOT NULL,
	"order_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"text" text NOT NULL,
	"digest" "bytea" NOT NULL,
	"ip" text NOT NULL,
	"user_agent" text NOT NULL,
	"country" char(2)
);
--> statement-breakpoint
CREATE TABLE "customer_questions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "customer_questions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"mail_id" integer NOT NULL,
	"wants" text NOT NULL,
	"answer_by" date,
	"state" text NOT NULL,
	"asked_by" integer NOT NULL,
	"shown_from" timestamp (3) with time zone NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"closed_by" integer
);
--> statement-breakpoint
ALTER TABLE "answer_files" ADD CONSTRAINT "answer_files_answer_id_customer_answers_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."customer_answers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_answers" ADD CONSTRAINT "customer_answers_question_id_customer_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."customer_questions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_answers" ADD CONSTRAINT "customer_answers_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_questions" ADD CONSTRAINT "customer_questions_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_questions" ADD CONSTRAINT "customer_questions_mail_id_mails_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."mails"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_questions" ADD CONSTRAINT "customer_questions_asked_by_members_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_questions" ADD CONSTRAINT "customer_questions_closed_by_members_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "answer_files_position" ON "answer_files" USING btree ("answer_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "customer_answers_once" ON "customer_answers" USING btree ("question_id","digest");--> statement-breakpoint
CREATE INDEX "customer_answers_order" ON "customer_answers" USING btree ("order_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "customer_questions_mail" ON "customer_questions" USING btree ("mail_id");--> statement-breakpoint
CREATE UNIQUE INDEX "customer_questions_open" ON "customer_questions" USING btree ("order_id") WHERE "customer_questions"."state" in ('open', 'answered');--> statement-breakpoint
CREATE INDEX "customer_questions_order" ON "customer_questions" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "customer_questions_answered" ON "customer_questions" USING btree ("answered_at","order_id") WHERE "customer_questions"."state" = 'answered';
--> statement-breakpoint
CREATE OR REPLACE VIEW computed_order_tags AS
SELECT o.id AS order_id, array_remove(ARRAY[
  'arrival:' || to_char(o.arrival_date, 'YYYY-MM-DD'),
  'nat:' || o.nationality_code,
  'mode:' || o.processing_mode,
  'gateway:' || o.gateway_id,
  CASE WHEN EXISTS (SELECT FROM documents d WHERE d.order_id = o.id) THEN 'doc:yes' ELSE 'doc:no' END,
  'mail:' || coalesce((SELECT mail_filter_state(m.state) FROM mails m
    WHERE m.order_id = o.id AND m.kind = 'document' ORDER BY m.id DESC LIMIT 1), 'none'),
  CASE WHEN r.is_whatsapp THEN 'flag:whatsapp' END,
  CASE WHEN r.is_telephone THEN 'flag:telephone' END,
  CASE WHEN r.is_refund THEN 'flag:refund' END,
  CASE WHEN r.is_voided THEN 'flag:voided' END,
  -- An order without any dispute keeps the flag: comments from before disputes were recorded opened none.
  CASE WHEN r.is_chargeback AND d.is_disputed IS NOT FALSE THEN 'flag:chargeback' END,
  CASE WHEN d.is_open THEN 'dispute:open' END,
  CASE WHEN d.is_closed THEN 'dispute:closed' END,
  CASE WHEN EXISTS (SELECT FROM correction_requests c WHERE c.order_id = o.id AND c.decided_at IS NULL) THEN 'mark:correction-asked' END,
  CASE WHEN EXISTS (SELECT FROM email_changes e WHERE e.order_id = o.id AND e.contested_at IS NOT NULL AND e.resolved_at IS NULL)
    THEN 'mark:email-contested' END,
  CASE WHEN EXISTS (SELECT FROM customer_questions q WHERE q.order_id = o.id AND q.state = 'answered') THEN 'mark:answered' END
], NULL) AS tags
FROM orders o
CROSS JOIN LATERAL (
  SELECT bool_or(is_whatsapp) AS is_whatsapp, bool_or(is_telephone) AS is_telephone, bool_or(is_refund) AS is_refund,
    bool_or(is_voided) AS is_voided, bool_or(is_chargeback) AS is_chargeback
  FROM remarks WHERE order_id = o.id
) r
CROSS JOIN LATERAL (
  SELECT bool_or(outcome IS DISTINCT FROM 'opened_in_error') AS is_disputed, bool_or(closed_at IS NULL) AS is_open,
    bool_or(closed_at IS NOT NULL AND outcome IS DISTINCT FROM 'opened_in_error') AS is_closed
  FROM disputes WHERE order_id = o.id
) d
WHERE o.purged_at IS NULL;
--> statement-breakpoint
CREATE TRIGGER customer_questions_facets_insert AFTER INSERT ON customer_questions REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_facets_of_rows();--> statement-breakpoint
CREATE TRIGGER customer_questions_facets_update AFTER UPDATE ON customer_questions
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_facets_of_rows();--> statement-breakpoint
CREATE TRIGGER customer_questions_facets_delete AFTER DELETE ON customer_questions REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_facets_of_rows();
