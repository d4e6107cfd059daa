-- Permanent deletion looks for the rows that refer to what it deletes, as do the foreign keys.
CREATE INDEX "mails_document" ON "mails" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "suppressions_lifted" ON "suppressions" USING btree ("email_key","lifted_at") WHERE "suppressions"."lifted_at" is not null;--> statement-breakpoint
CREATE INDEX "suppressions_mail" ON "suppressions" USING btree ("mail_id");--> statement-breakpoint
CREATE INDEX "disputes_remark" ON "disputes" USING btree ("remark_id");--> statement-breakpoint
CREATE INDEX "downloads_document" ON "downloads" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "visitor_grants_order" ON "visitor_grants" USING btree ("order_id");--> statement-breakpoint
-- The view log, newest hour first.
CREATE INDEX "audit_payloads_hour" ON "audit_payloads" ((data ->> 'hour') DESC) WHERE data ->> 'hour' IS NOT NULL;
