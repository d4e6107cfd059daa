-- The schema of 0.1.0. Read and finished by hand from what Drizzle drafts: see CONTRIBUTING, "Adding a migration".
-- Trigram indexes for the search; a trusted extension, so the owner of the database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TYPE "public"."order_status" AS ENUM('AwaitingGovt', 'Awaiting', 'Completed', 'Contact Customer', 'Customer Called', 'Deleted', 'Future', 'New', 'Pending', 'Priority', 'Refunds');--> statement-breakpoint
CREATE TYPE "public"."member_role" AS ENUM('Admin', 'Manager', 'Team', 'Telecaller', 'Night Staff');--> statement-breakpoint
CREATE TABLE "audit_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"type" text NOT NULL,
	"actor_id" integer,
	"member_id" integer,
	"order_id" bigint,
	"payload_digest" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_payloads" (
	"event_id" bigint PRIMARY KEY NOT NULL,
	"salt" "bytea" NOT NULL,
	"data" json NOT NULL
);
--> statement-breakpoint
CREATE TABLE "view_counts" (
	"member_id" integer NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"details" integer NOT NULL,
	"documents" integer NOT NULL,
	"mails" integer NOT NULL,
	"packs" integer NOT NULL,
	"rows" integer NOT NULL,
	"order_ids" bigint[] NOT NULL,
	"told_at" timestamp (3) with time zone,
	CONSTRAINT "view_counts_member_id_hour_pk" PRIMARY KEY("member_id","hour")
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "documents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"file1" text NOT NULL,
	"original_name" text NOT NULL,
	"customer_name" text NOT NULL,
	"content_type" text NOT NULL,
	"bytes" integer NOT NULL,
	"pages" integer,
	"sha256" "bytea" NOT NULL,
	"storage_key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"uploaded_by" integer,
	"finding" json,
	CONSTRAINT "documents_storage_key_unique" UNIQUE("storage_key")
);
--> statement-breakpoint
CREATE TABLE "mail_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mail_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"provider" text NOT NULL,
	"event_key" text NOT NULL,
	"mail_id" integer NOT NULL,
	"attempt_id" text,
	"message_id" text,
	"type" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"recipient" text,
	"is_permanent" boolean DEFAULT false NOT NULL,
	"detail" text
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"document_id" integer,
	"kind" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" integer,
	"customer_name" text NOT NULL,
	"from_address" text NOT NULL,
	"to_address" text NOT NULL,
	"is_foreign" boolean DEFAULT false NOT NULL,
	"subject" text NOT NULL,
	"html" text NOT NULL,
	"text" text NOT NULL,
	"provider" text NOT NULL,
	"state" text NOT NULL,
	"transport" text,
	"message_id" text,
	"possible_duplicate" boolean DEFAULT false NOT NULL,
	"error" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"attempt_id" text,
	"due_at" timestamp (3) with time zone,
	"accepted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "remarks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "remarks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"author_id" integer NOT NULL,
	"remark" text NOT NULL,
	"is_whatsapp" boolean NOT NULL,
	"is_telephone" boolean NOT NULL,
	"is_refund" boolean NOT NULL,
	"is_voided" boolean NOT NULL,
	"is_chargeback" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "suppressions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "suppressions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email_key" text NOT NULL,
	"reason" text NOT NULL,
	"mail_id" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"lifted_at" timestamp (3) with time zone,
	"lifted_by" integer,
	"lift_reason" text
);
--> statement-breakpoint
CREATE TABLE "defence_packs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "defence_packs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"type" smallint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" integer,
	"override_reason" text,
	"chain_seq" integer NOT NULL,
	"chain_head" "bytea" NOT NULL,
	"facts" json NOT NULL,
	"facts_digest" "bytea" NOT NULL,
	"storage_key" text NOT NULL,
	"sha256" "bytea" NOT NULL,
	"bytes" integer NOT NULL,
	"pages" integer NOT NULL,
	CONSTRAINT "defence_packs_storage_key_unique" UNIQUE("storage_key")
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "disputes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"opened_by" integer,
	"remark_id" integer,
	"closed_at" timestamp (3) with time zone,
	"closed_by" integer,
	"reason" text,
	"amount" numeric(16, 4),
	"currency" char(3),
	"due_date" date,
	"case_id" text,
	"outcome" text,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "downloads" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "downloads_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"document_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"ip" text NOT NULL,
	"timezone" text,
	"browser" text NOT NULL,
	"os" text NOT NULL,
	"user_agent" text NOT NULL,
	"is_automated" boolean NOT NULL,
	"country" char(2),
	"automation" text,
	"grant_id" uuid,
	"more_started" integer DEFAULT 0 NOT NULL,
	"more_completed" integer DEFAULT 0 NOT NULL,
	"last_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "policy_versions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "policy_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"version" text NOT NULL,
	"text" text NOT NULL,
	"sha256" "bytea" NOT NULL,
	"valid_from" timestamp (3) with time zone NOT NULL,
	"created_by" integer
);
--> statement-breakpoint
CREATE TABLE "visitor_grants" (
	"token_hash" "bytea" NOT NULL,
	"order_id" bigint NOT NULL,
	"grant_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ip" text NOT NULL,
	"user_agent" text NOT NULL,
	CONSTRAINT "visitor_grants_token_hash_order_id_pk" PRIMARY KEY("token_hash","order_id")
);
--> statement-breakpoint
CREATE TABLE "intake_requests" (
	"key_hash" "bytea" PRIMARY KEY NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"order_id" bigint,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_event_payloads" (
	"event_id" bigint PRIMARY KEY NOT NULL,
	"data" json NOT NULL,
	"salt" "bytea"
);
--> statement-breakpoint
CREATE TABLE "order_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"order_id" bigint NOT NULL,
	"seq" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"type" text NOT NULL,
	"actor_id" integer,
	"payload_digest" "bytea" NOT NULL,
	"previous_digest" "bytea",
	"digest" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_search" (
	"order_id" bigint PRIMARY KEY NOT NULL,
	"search_text" text COLLATE "C" NOT NULL
);
--> statement-breakpoint
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
-- Unlogged: written with every opened order, worth nothing after a crash, when all streams are over.
CREATE UNLOGGED TABLE "order_viewers" (
	"stream_id" text PRIMARY KEY NOT NULL,
	"process_id" text NOT NULL,
	"order_id" bigint NOT NULL,
	"member_id" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" bigint PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 100001 CACHE 1),
	"status" "order_status" NOT NULL,
	"previous_status" "order_status",
	"version" integer DEFAULT 1 NOT NULL,
	"status_changed_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"purged_at" timestamp (3) with time zone,
	"processing_mode" text NOT NULL,
	"bought_mode" text,
	"is_paid" boolean NOT NULL,
	"refunded_at" timestamp (3) with time zone,
	"refunded_by" integer,
	"arrival_date" date,
	"processing_date" date,
	"process_month" smallint GENERATED ALWAYS AS (extract(month from processing_date)::smallint) STORED,
	"full_name" text,
	"email" text,
	"email_key" text COLLATE "C" DEFAULT '' NOT NULL,
	"nationality_code" char(2),
	"nationality_text" text,
	"passport_number" text,
	"flight_number" text,
	"sex" text,
	"date_of_birth" date,
	"place_of_stay" text,
	"purpose_of_visit" text,
	"travel_mode" text,
	"port_of_departure" text,
	"port_of_arrival" text,
	"phone_code" text,
	"telephone_number" text,
	"transaction_id" text,
	"merchant_name" text,
	"gateway_id" integer,
	"amount" numeric(16, 4),
	"currency" char(3),
	"paid_at" timestamp (3) with time zone,
	"paid_while_deleted_at" timestamp (3) with time zone,
	"purchase_ip" text,
	"user_agent" text,
	"device_id" text,
	"device_fingerprint" text,
	"account_id" text,
	"terms_version" text,
	"terms_accepted_at" timestamp (3) with time zone,
	"refund_policy_version" text,
	"payment_fingerprint" text,
	"card_brand" text,
	"card_last4" char(4),
	"card_country" char(2),
	"charge_id" text,
	"avs_result" text,
	"cvc_result" text,
	"three_ds_result" text,
	"billing_name" text,
	"name_key" text COLLATE "C" DEFAULT '' NOT NULL,
	"telephone_key" text COLLATE "C" DEFAULT '' NOT NULL,
	CONSTRAINT "orders_id_range" CHECK (id > 0)
);
--> statement-breakpoint
CREATE TABLE "gateways" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "gateways_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"is_active" boolean DEFAULT false NOT NULL,
	CONSTRAINT "gateways_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "known_devices" (
	"member_id" integer NOT NULL,
	"device_hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "known_devices_member_id_device_hash_pk" PRIMARY KEY("member_id","device_hash")
);
--> statement-breakpoint
CREATE TABLE "member_notices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "member_notices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"member_id" integer NOT NULL,
	"kind" text NOT NULL,
	"recipient" text NOT NULL,
	"facts" json NOT NULL,
	"is_last" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "members" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "members_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_key" text COLLATE "C" NOT NULL,
	"role" "member_role" NOT NULL,
	"password_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"disabled_at" timestamp (3) with time zone
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
CREATE TABLE "sessions" (
	"id_hash" "bytea" PRIMARY KEY NOT NULL,
	"member_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ip" text NOT NULL,
	"user_agent" text NOT NULL,
	"authenticated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"is_remembered" boolean DEFAULT false NOT NULL,
	"last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_ip" text
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_actor_id_members_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_payloads" ADD CONSTRAINT "audit_payloads_event_id_audit_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."audit_events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "view_counts" ADD CONSTRAINT "view_counts_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_uploaded_by_members_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_events" ADD CONSTRAINT "mail_events_mail_id_mails_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."mails"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_created_by_members_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remarks" ADD CONSTRAINT "remarks_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remarks" ADD CONSTRAINT "remarks_author_id_members_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suppressions" ADD CONSTRAINT "suppressions_mail_id_mails_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."mails"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suppressions" ADD CONSTRAINT "suppressions_lifted_by_members_id_fk" FOREIGN KEY ("lifted_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "defence_packs" ADD CONSTRAINT "defence_packs_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "defence_packs" ADD CONSTRAINT "defence_packs_created_by_members_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_opened_by_members_id_fk" FOREIGN KEY ("opened_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_remark_id_remarks_id_fk" FOREIGN KEY ("remark_id") REFERENCES "public"."remarks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_closed_by_members_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policy_versions" ADD CONSTRAINT "policy_versions_created_by_members_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visitor_grants" ADD CONSTRAINT "visitor_grants_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intake_requests" ADD CONSTRAINT "intake_requests_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_event_payloads" ADD CONSTRAINT "order_event_payloads_event_id_order_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."order_events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_actor_id_members_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_search" ADD CONSTRAINT "order_search_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_refunded_by_members_id_fk" FOREIGN KEY ("refunded_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_gateway_id_gateways_id_fk" FOREIGN KEY ("gateway_id") REFERENCES "public"."gateways"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_notices" ADD CONSTRAINT "member_notices_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_events_type" ON "audit_events" USING btree ("type","id");--> statement-breakpoint
CREATE INDEX "audit_events_at" ON "audit_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_events_actor" ON "audit_events" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "audit_events_member" ON "audit_events" USING btree ("member_id","id") WHERE "audit_events"."member_id" is not null;--> statement-breakpoint
CREATE INDEX "audit_events_order" ON "audit_events" USING btree ("order_id","id") WHERE "audit_events"."order_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "documents_order_version" ON "documents" USING btree ("order_id","version");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_events_once" ON "mail_events" USING btree ("provider","event_key");--> statement-breakpoint
CREATE INDEX "mail_events_mail" ON "mail_events" USING btree ("mail_id","id");--> statement-breakpoint
CREATE INDEX "mail_events_attempt" ON "mail_events" USING btree ("attempt_id") WHERE "mail_events"."attempt_id" is not null;--> statement-breakpoint
CREATE INDEX "mails_order" ON "mails" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "mails_foreign" ON "mails" USING btree ("created_at") WHERE "mails"."is_foreign";--> statement-breakpoint
CREATE INDEX "mails_foreign_sender" ON "mails" USING btree ("created_by","created_at") WHERE "mails"."is_foreign";--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("due_at") WHERE "mails"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "mails_attempt" ON "mails" USING btree ("attempt_id") WHERE "mails"."attempt_id" is not null;--> statement-breakpoint
CREATE INDEX "mails_message" ON "mails" USING btree ("message_id") WHERE "mails"."message_id" is not null;--> statement-breakpoint
CREATE INDEX "remarks_order" ON "remarks" USING btree ("order_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "suppressions_active" ON "suppressions" USING btree ("email_key") WHERE "suppressions"."lifted_at" is null;--> statement-breakpoint
CREATE INDEX "defence_packs_order" ON "defence_packs" USING btree ("order_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "disputes_one_open" ON "disputes" USING btree ("order_id") WHERE "disputes"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "disputes_order" ON "disputes" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "disputes_due" ON "disputes" USING btree ("due_date","id") WHERE "disputes"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "disputes_closed" ON "disputes" USING btree ("closed_at") WHERE "disputes"."closed_at" is not null;--> statement-breakpoint
CREATE INDEX "downloads_order" ON "downloads" USING btree ("order_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "policy_versions_version" ON "policy_versions" USING btree ("kind","version");--> statement-breakpoint
CREATE INDEX "visitor_grants_expires" ON "visitor_grants" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "intake_requests_created" ON "intake_requests" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "order_events_order_seq" ON "order_events" USING btree ("order_id","seq");--> statement-breakpoint
CREATE INDEX "order_viewers_order" ON "order_viewers" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_viewers_process" ON "order_viewers" USING btree ("process_id");--> statement-breakpoint
CREATE INDEX "orders_payment_fingerprint" ON "orders" USING btree ("payment_fingerprint") WHERE "orders"."payment_fingerprint" is not null;--> statement-breakpoint
CREATE INDEX "orders_paid_while_deleted" ON "orders" USING btree ("paid_while_deleted_at") WHERE "orders"."paid_while_deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_card" ON "orders" USING btree ("card_last4","card_brand") WHERE "orders"."card_last4" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "gateways_one_active" ON "gateways" USING btree ("is_active") WHERE "gateways"."is_active";--> statement-breakpoint
CREATE INDEX "known_devices_last_used" ON "known_devices" USING btree ("last_used_at");--> statement-breakpoint
CREATE INDEX "member_notices_member" ON "member_notices" USING btree ("member_id","kind","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "members_email_key" ON "members" USING btree ("email_key") WHERE "members"."disabled_at" is null;--> statement-breakpoint
CREATE INDEX "password_resets_member" ON "password_resets" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "password_resets_expires" ON "password_resets" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_member" ON "sessions" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "sessions_expires" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
-- From here on: what Drizzle has no words for.

-- Keys are claimed before their orders are inserted: checked at the commit.
ALTER TABLE intake_requests ALTER CONSTRAINT intake_requests_order_id_orders_id_fk DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
-- The table that rate-limiter-flexible's PostgreSQL store expects; several processes share their limits through it.
CREATE TABLE rate_limits (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
--> statement-breakpoint
-- One index leads to each list in each of its sorts. A purged order is in none of them: neither listed nor counted.
CREATE INDEX orders_by_status_created ON orders (status, created_at, id) WHERE purged_at IS NULL;--> statement-breakpoint
CREATE INDEX orders_by_status_id ON orders (status, id) WHERE purged_at IS NULL;--> statement-breakpoint
CREATE INDEX orders_by_status_name ON orders (status, name_key, id) WHERE purged_at IS NULL;--> statement-breakpoint
CREATE INDEX orders_by_status_email ON orders (status, email_key, id) WHERE purged_at IS NULL;--> statement-breakpoint
CREATE INDEX orders_by_status_telephone ON orders (status, telephone_key, id) WHERE purged_at IS NULL;--> statement-breakpoint
CREATE INDEX orders_priority_arrival ON orders (arrival_date, id) WHERE purged_at IS NULL AND status = 'Priority';--> statement-breakpoint
CREATE INDEX orders_future_processing ON orders (processing_date, id) WHERE purged_at IS NULL AND status = 'Future';--> statement-breakpoint
CREATE INDEX orders_future_month_id ON orders (process_month, id) WHERE purged_at IS NULL AND status = 'Future';--> statement-breakpoint
CREATE INDEX orders_future_month_processing ON orders (process_month, processing_date, id) WHERE purged_at IS NULL AND status = 'Future';--> statement-breakpoint
CREATE INDEX orders_refunds_refunded ON orders (refunded_at, id) WHERE purged_at IS NULL AND status = 'Refunds';--> statement-breakpoint
-- Order History: every status but Deleted.
CREATE INDEX orders_history_created ON orders (created_at, id) WHERE purged_at IS NULL AND status <> 'Deleted';--> statement-breakpoint
CREATE INDEX orders_history_id ON orders (id) WHERE purged_at IS NULL AND status <> 'Deleted';--> statement-breakpoint
CREATE INDEX orders_history_name ON orders (name_key, id) WHERE purged_at IS NULL AND status <> 'Deleted';--> statement-breakpoint
CREATE INDEX orders_history_email ON orders (email_key, id) WHERE purged_at IS NULL AND status <> 'Deleted';--> statement-breakpoint
CREATE INDEX orders_history_telephone ON orders (telephone_key, id) WHERE purged_at IS NULL AND status <> 'Deleted';--> statement-breakpoint
-- Search (src/server/features/orders/search/README.md).
CREATE INDEX order_search_trigrams ON order_search USING gin (search_text gin_trgm_ops);--> statement-breakpoint
-- The planner estimates how many orders hold a text from a sample of their texts: ten times the usual sample, so that it
-- tells a text in one order of a thousand from one in none.
ALTER TABLE order_search ALTER COLUMN search_text SET STATISTICS 1000;--> statement-breakpoint
-- The 4-grams that begin at every third character: any six characters cover one of them, wherever they lie. They are
-- many more than the trigrams, and far fewer orders hold each of them.
-- How: each three characters get a line of their own, which the first of the next three ends. The line feed at the end
-- of the text stands for those; the shorter lines around the text's own line feeds match no 4-gram. The last line names
-- the range of 131,072 ids that the order is in; no line of a text is as long.
CREATE FUNCTION search_grams(order_id bigint, search_text text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN string_to_array(
  regexp_replace(search_text || E'\n', '(.)(..)', E'\\1\n\\1\\2', 'g') || E'\npart:' || (order_id >> 17)::text, E'\n');
--> statement-breakpoint
CREATE INDEX order_search_grams ON order_search USING gin (search_grams(order_id, search_text));--> statement-breakpoint
-- A sample of n-grams takes seconds and teaches the planner nothing: its own estimate, few, is the right one.
ALTER INDEX order_search_grams ALTER COLUMN 1 SET STATISTICS 0;--> statement-breakpoint
-- Finds the hours in which members opened an order.
CREATE INDEX audit_payloads_orders ON audit_payloads USING gin ((data::jsonb -> 'orders') jsonb_path_ops);--> statement-breakpoint
-- Histories, audit log, policies and packs are insert-only: the database itself refuses to change them. Payloads and
-- packs carry personal data and may be deleted, by the purge alone, which says so for its own transaction.
CREATE FUNCTION refuse_history_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME IN ('order_event_payloads', 'defence_packs') AND TG_OP = 'DELETE'
     AND current_setting('arrival_desk.purge', true) = 'on' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% on % is refused: the history is insert-only', TG_OP, TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE TRIGGER order_events_insert_only BEFORE UPDATE OR DELETE ON order_events
  FOR EACH ROW EXECUTE FUNCTION refuse_history_change();--> statement-breakpoint
CREATE TRIGGER order_events_no_truncate BEFORE TRUNCATE ON order_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_history_change();--> statement-breakpoint
CREATE TRIGGER order_event_payloads_insert_only BEFORE UPDATE OR DELETE ON order_event_payloads
  FOR EACH ROW EXECUTE FUNCTION refuse_history_change();--> statement-breakpoint
CREATE TRIGGER order_event_payloads_no_truncate BEFORE TRUNCATE ON order_event_payloads
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_history_change();--> statement-breakpoint
CREATE TRIGGER audit_events_insert_only BEFORE UPDATE OR DELETE ON audit_events
  FOR EACH ROW EXECUTE FUNCTION refuse_history_change();--> statement-breakpoint
CREATE TRIGGER audit_events_no_truncate BEFORE TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_history_change();--> statement-breakpoint
CREATE TRIGGER audit_payloads_insert_only BEFORE UPDATE OR DELETE ON audit_payloads
  FOR EACH ROW EXECUTE FUNCTION refuse_history_change();--> statement-breakpoint
CREATE TRIGGER audit_payloads_no_truncate BEFORE TRUNCATE ON audit_payloads
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_history_change();--> statement-breakpoint
CREATE TRIGGER policy_versions_insert_only BEFORE UPDATE OR DELETE ON policy_versions
  FOR EACH ROW EXECUTE FUNCTION refuse_history_change();--> statement-breakpoint
CREATE TRIGGER policy_versions_no_truncate BEFORE TRUNCATE ON policy_versions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_history_change();--> statement-breakpoint
CREATE TRIGGER defence_packs_insert_only BEFORE UPDATE OR DELETE ON defence_packs
  FOR EACH ROW EXECUTE FUNCTION refuse_history_change();--> statement-breakpoint
CREATE TRIGGER defence_packs_no_truncate BEFORE TRUNCATE ON defence_packs
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_history_change();--> statement-breakpoint
-- The digest that chains an event to the one before it: over every column of the event and the digest of its payload.
CREATE FUNCTION order_event_digest(previous bytea, order_id bigint, seq integer, at timestamptz, type text, actor_id integer, payload_digest bytea)
RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(coalesce(previous, '\x'::bytea) || convert_to(concat_ws('|', order_id, seq,
    to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), type, coalesce(actor_id::text, '-')), 'UTF8') || payload_digest)
$$;--> statement-breakpoint
-- Appends events to the histories of their orders, each chained to the one before it. The caller holds the rows of
-- these orders, else two writers would claim one place in a chain and the slower one fails. One event an order a call.
-- `events`: an array of {order_id, actor_id, at, type, payload}, the payload as JSON text: its characters are digested,
-- after 122 random bits (the salt) that stand with the payload and are deleted with it, so that the digest of a purged
-- event confirms no guess of what it said. The salt is made in a step of its own: digest and row must hold the same one.
CREATE FUNCTION record_order_events(events json) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH salted AS MATERIALIZED (
    SELECT g.*, uuid_send(gen_random_uuid()) AS salt
    FROM json_to_recordset(events) AS g(order_id bigint, actor_id integer, at timestamptz(3), type text, payload text)
  ), given AS (
    SELECT s.*, sha256(s.salt || convert_to(s.payload, 'UTF8')) AS payload_digest FROM salted s
  ), chained AS (
    SELECT g.*, coalesce(last.seq, 0) + 1 AS seq, last.digest AS previous
    FROM given g
    LEFT JOIN LATERAL (
      SELECT e.seq, e.digest FROM order_events e WHERE e.order_id = g.order_id ORDER BY e.seq DESC LIMIT 1
    ) last ON true
  ), inserted AS (
    INSERT INTO order_events (order_id, seq, at, type, actor_id, payload_digest, previous_digest, digest)
    SELECT order_id, seq, at, type, actor_id, payload_digest, previous,
      order_event_digest(previous, order_id, seq, at, type, actor_id, payload_digest)
    FROM chained
    RETURNING id, order_id
  )
  INSERT INTO order_event_payloads (event_id, data, salt)
  SELECT i.id, c.payload::json, c.salt FROM inserted i JOIN chained c USING (order_id);
END $$;--> statement-breakpoint
-- Changes the statuses of orders, each only if it still has the version the change was decided on, and records the
-- events, all or nothing: one round trip is the whole transaction of a single move. The events are written by a
-- statement of their own, after the rows are locked, so that it sees the newest event of each order.
-- `changes`: an array of {id, version, to_status, mode, clears_refund, actor_id, type, payload, at?}. Returns the ids
-- changed, joined and not searched in an array: a generic plan would compare each row with each of ten thousand ids.
CREATE FUNCTION change_order_statuses(changes json, changed_at timestamptz) RETURNS SETOF bigint LANGUAGE plpgsql AS $$
DECLARE
  changed bigint[];
BEGIN
  WITH given AS (
    SELECT * FROM json_to_recordset(changes)
      AS g(id bigint, version integer, to_status order_status, mode text, clears_refund boolean, at timestamptz(3))
  ), updated AS (
    UPDATE orders o SET
      previous_status = o.status,
      status = g.to_status,
      processing_mode = coalesce(g.mode, o.processing_mode),
      refunded_at = CASE WHEN g.clears_refund THEN NULL ELSE o.refunded_at END,
      refunded_by = CASE WHEN g.clears_refund THEN NULL ELSE o.refunded_by END,
      version = o.version + 1,
      status_changed_at = coalesce(g.at, changed_at)
    FROM given g
    WHERE o.id = g.id AND o.version = g.version AND o.purged_at IS NULL
    RETURNING o.id
  )
  SELECT coalesce(array_agg(id), '{}') INTO changed FROM updated;

  PERFORM record_order_events(json_agg(json_build_object(
    'order_id', g.id, 'actor_id', g.actor_id, 'at', coalesce(g.at, changed_at), 'type', g.type, 'payload', g.payload)))
  FROM json_to_recordset(changes) AS g(id bigint, actor_id integer, at timestamptz, type text, payload text)
  JOIN unnest(changed) AS done(id) ON done.id = g.id
  HAVING count(*) > 0;

  RETURN QUERY SELECT unnest(changed);
END $$;--> statement-breakpoint
-- Orders from before bought_mode hold what was bought in processing_mode, unless they were early. It is kept in the
-- moment in which Future replaces it; a rewrite of every order would hold the migration for minutes.
CREATE FUNCTION keep_bought_mode() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.bought_mode := OLD.processing_mode;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER orders_keep_bought_mode BEFORE UPDATE OF processing_mode ON orders FOR EACH ROW
  WHEN (OLD.bought_mode IS NULL AND OLD.processing_mode <> 'Future' AND NEW.processing_mode = 'Future')
  EXECUTE FUNCTION keep_bought_mode();--> statement-breakpoint
-- Kept counts: sums by status, day, nationality and mode, which every change of orders updates by deltas.
-- The deltas are emptied by every fold: vacuumed by what was deleted, not by a share of what is left.
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
$$;
