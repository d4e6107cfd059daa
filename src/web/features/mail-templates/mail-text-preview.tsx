import { Skeleton, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import type * as z from "zod";
import { orderIdSchema } from "#contract/orders/order-id-schema.ts";
import { mailTextDraftSchema } from "#contract/texts/mail-texts.ts";
import { MessageTabs } from "#web/features/mail/message-tabs.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { usePreviewMailTextOfOrderQuery, usePreviewMailTextQuery } from "./mail-templates.api.ts";
import classes from "./mail-templates.module.css";

const PREVIEW_AFTER_MS = 400;

type Draft = z.input<typeof mailTextDraftSchema>;

/** The mail as it would be written, with sample data or for an order. */
export function MailTextPreview({ draft }: { draft: Draft }) {
  const [typed, setTyped] = useState("");
  const [settled] = useDebouncedValue(JSON.stringify({ draft, typed: typed.trim() }), PREVIEW_AFTER_MS);
  const { draft: shown, typed: number } = JSON.parse(settled) as { draft: Draft; typed: string };
  const order = orderIdSchema.safeParse(number);
  const isWrong = number !== "" && !order.success;
  const isReady = mailTextDraftSchema.safeParse(shown).success && !isWrong;
  const sample = usePreviewMailTextQuery(shown, { skip: !isReady || number !== "" });
  const real = usePreviewMailTextOfOrderQuery(
    { ...shown, orderId: order.data ?? 0 },
    { skip: !isReady || number === "" },
  );
  const { data, error, refetch } = number === "" ? sample : real;
  return (
    <section aria-label="Preview" className={classes.preview}>
      <TextInput
        label="Preview with order"
        description="Empty for sample data."
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        error={isWrong ? "This is not an order number." : undefined}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {error !== undefined && isReady && <ErrorState error={error} onRetry={refetch} />}
      {error === undefined && data === undefined && isReady && <Skeleton height="min(60vh, 560px)" aria-hidden />}
      {error === undefined && data !== undefined && (
        <>
          <p className={classes.subject}>
            <bdi>{data.data.subject}</bdi>
          </p>
          <MessageTabs message={data.data} htmlLabel="How it looks" />
        </>
      )}
    </section>
  );
}
