import { Alert, Button, Skeleton } from "@mantine/core";
import { IconInfoCircle, IconUpload } from "@tabler/icons-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { DOCUMENT_MESSAGES } from "#contract/documents/messages.ts";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { useCommands } from "#web/platform/commands.ts";
import { useIsPrinting } from "#web/platform/use-is-printing.ts";
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

/** The stored versions of the document, and the form that uploads it: at once where there is none, else on request. */
export function UploadDocumentSection({ order }: { order: OrderDetails }) {
  const block = uploadBlock(order);
  const [current, ...earlier] = order.uploadDoc.toSorted((a, b) => b.id - a.id);
  // It stays open in this visit, also once it has stored the first document.
  const [isFormOpen, setFormOpen] = useState(current === undefined);
  const form = useRef<HTMLDivElement>(null);
  const isWished = useRef(false);
  const choose = () => {
    if (block !== null) return announce(block);
    setFormOpen(true);
    isWished.current = !isFormOpen || !focusFile(form.current);
  };
  const chooseIfWished = useCallback(() => {
    if (isWished.current) isWished.current = !focusFile(form.current);
  }, []);
  useEffect(() => {
    if (isFormOpen) chooseIfWished();
  }, [isFormOpen, chooseIfWished]);
  useShortcut("upload", choose);
  const upload = { label: "Upload a document", icon: IconUpload, run: choose };
  useCommands("This order", [{ ...upload, name: "uploadDocument", isListed: block === null }]);
  const isPrinting = useIsPrinting();
  const isHidden = block !== null || !isFormOpen;
  return (
    <Section
      title="Upload Document"
      empty={isPrinting && !isHidden && current === undefined ? "No document was uploaded." : undefined}
      actions={
        block === null &&
        !isFormOpen && (
          <Button variant="default" size="xs" leftSection={<IconUpload size={16} aria-hidden />} onClick={choose}>
            Upload another
          </Button>
        )
      }
    >
      {/* The form stays mounted while it is hidden, so that its contents survive a move and its undo. */}
      <div ref={form} hidden={isHidden} className={classes.upload}>
        {isFormOpen && (
          <LoadedPart
            load={loadForm}
            props={{ order }}
            skeleton={<Skeleton className={classes.formPlace} />}
            onLoaded={chooseIfWished}
          />
        )}
      </div>
      {block !== null && <Alert icon={<IconInfoCircle size={18} aria-hidden />}>{block}</Alert>}
      {current !== undefined && (
        <ul className={classes.versions} aria-label="Stored versions">
          <StoredDocument document={current} isBeforeCorrection={current.current && order.document_before_correction} />
        </ul>
      )}
      {earlier.length > 0 && (
        <details className={classes.details} open={isPrinting}>
          <summary>{earlier.length === 1 ? "1 earlier version" : `${earlier.length} earlier versions`}</summary>
          <ul className={classes.versions} aria-label="Earlier versions">
            {earlier.map((document) => (
              <StoredDocument key={document.id} document={document} isBeforeCorrection={false} />
            ))}
          </ul>
        </details>
      )}
    </Section>
  );
}
