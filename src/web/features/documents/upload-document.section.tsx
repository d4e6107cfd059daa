import { Alert, Title } from "@mantine/core";
import { IconInfoCircle, IconUpload } from "@tabler/icons-react";
import { type Ref, useImperativeHandle, useRef } from "react";
import { MESSAGES } from "#contract/messages.ts";
import type { OrderDetails } from "#contract/orders.ts";
import { useCommands } from "#web/platform/commands.ts";
import { useShortcut } from "#web/platform/use-shortcut.ts";
import { announce } from "#web/ui/announcer.tsx";
import { type Beginning, Section } from "#web/ui/section.tsx";
import classes from "./documents.module.css";
import { StoredDocument } from "./stored-document.tsx";
import { UploadForm } from "./upload-form.tsx";

/** The words of why no document can be uploaded now, or null. */
function uploadBlock({ process_status, paid }: OrderDetails): string | null {
  if (process_status === "Deleted") return MESSAGES.uploadDeleted;
  return paid ? null : MESSAGES.uploadUnpaid;
}

/** Uploads the finished document; lists every version that was stored. */
export function UploadDocumentSection({ order, ref }: { order: OrderDetails; ref?: Ref<Beginning> }) {
  const block = uploadBlock(order);
  const versions = order.uploadDoc.toSorted((a, b) => b.id - a.id);
  const form = useRef<HTMLDivElement>(null);
  const choose = () => {
    // Who was led here by a press of the mouse must see where too.
    if (block === null) form.current?.querySelector<HTMLElement>("input[type=file]")?.focus({ focusVisible: true });
    else announce(block);
  };
  useShortcut("upload", choose);
  useImperativeHandle(ref, () => ({ begin: choose }));
  useCommands("This order", block === null ? [{ label: "Upload a document", icon: IconUpload, run: choose }] : []);
  return (
    <Section title="Upload Document">
      {/* The form stays mounted while it is blocked, so that what is in it outlives a move and its undo. */}
      <div ref={form} hidden={block !== null} className={classes.upload}>
        <UploadForm order={order} />
      </div>
      {block !== null && (
        <Alert variant="light" icon={<IconInfoCircle size={18} aria-hidden />}>
          {block}
        </Alert>
      )}
      <Title order={3} size="0.875rem" className={classes.versionsTitle ?? ""}>
        Stored versions
      </Title>
      {versions.length === 0 ? (
        <p className={classes.none}>{MESSAGES.noRecord}</p>
      ) : (
        <ul className={classes.versions}>
          {versions.map((document) => (
            <StoredDocument key={document.id} document={document} />
          ))}
        </ul>
      )}
    </Section>
  );
}
