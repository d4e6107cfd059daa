import { Alert, Skeleton, Title } from "@mantine/core";
import { IconInfoCircle, IconUpload } from "@tabler/icons-react";
import { useCallback, useRef } from "react";
import { DOCUMENT_MESSAGES } from "#contract/documents/messages.ts";
import { MESSAGES } from "#contract/messages.ts";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { useCommands } from "#web/platform/commands.ts";
import { useShortcut } from "#web/platform/use-shortcut.ts";
import { announce } from "#web/ui/announcer.tsx";
import { LoadedPart } from "#web/ui/loaded-part.tsx";
import { Section } from "#web/ui/section.tsx";
import classes from "./documents.module.css";
import { StoredDocument } from "./stored-document.tsx";

const loadForm = async () => (await import("./upload-form.tsx")).UploadForm;

/** Why no document can be uploaded now, or null. */
function uploadBlock({ process_status, paid }: OrderDetails): string | null {
  if (process_status === "Deleted") return DOCUMENT_MESSAGES.uploadDeleted;
  return paid ? null : DOCUMENT_MESSAGES.uploadUnpaid;
}

/** @returns false while the form is still being loaded */
function focusFile(form: HTMLElement | null): boolean {
  const field = form?.querySelector<HTMLElement>("input[type=file]");
  // Scrolls there as well: after a mouse click the focus alone is not visible.
  field?.focus({ focusVisible: true });
  return field != null;
}

/** Uploads the finished document; lists every stored version. */
export function UploadDocumentSection({ order }: { order: OrderDetails }) {
  const block = uploadBlock(order);
  const versions = order.uploadDoc.toSorted((a, b) => b.id - a.id);
  const form = useRef<HTMLDivElement>(null);
  const isWished = useRef(false);
  const choose = () => {
    if (block !== null) announce(block);
    else isWished.current = !focusFile(form.current);
  };
  const chooseIfWished = useCallback(() => {
    if (isWished.current) isWished.current = !focusFile(form.current);
  }, []);
  useShortcut("upload", choose);
  const upload = { label: "Upload a document", icon: IconUpload, run: choose };
  useCommands("This order", [{ ...upload, name: "uploadDocument", isListed: block === null }]);
  return (
    <Section title="Upload Document">
      {/* The form stays mounted while it is blocked, so that its contents survive a move and its undo. */}
      <div ref={form} hidden={block !== null} className={classes.upload}>
        <LoadedPart load={loadForm} props={{ order }} skeleton={<Skeleton height={216} />} onLoaded={chooseIfWished} />
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
            <StoredDocument
              key={document.id}
              document={document}
              isBeforeCorrection={document.current && order.document_before_correction}
            />
          ))}
        </ul>
      )}
    </Section>
  );
}
