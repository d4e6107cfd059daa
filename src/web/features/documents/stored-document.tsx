import { Badge, Button, Group } from "@mantine/core";
import { IconDownload, IconExternalLink, IconFileTypePdf, IconPhoto } from "@tabler/icons-react";
import { useState } from "react";
import { formatDateTimeUtc } from "#contract/dates.ts";
import { DOCUMENT_TYPES, getDocument, type OrderDocument } from "#contract/documents/documents.ts";
import { servedName } from "#contract/served-name.ts";
import { errorMessage } from "#web/platform/api-error.ts";
import { fetchFile } from "#web/platform/fetch-file.ts";
import { freeLater, openFileTab, saveFile } from "#web/platform/file-tab.ts";
import { toast } from "#web/platform/toasts.ts";
import { useIsPrinting } from "#web/platform/use-is-printing.ts";
import { Breakable } from "#web/ui/breakable.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import line from "#web/ui/file-line.module.css";
import classes from "./documents.module.css";
import { fileSize } from "./file-size.ts";
import { FindingMark } from "./finding-mark.tsx";
import { FINDING_TONES, findingText } from "./finding-text.ts";

const SHORT_HASH = 12;

/** One stored version of the document. */
export function StoredDocument({
  document,
  isBeforeCorrection,
}: {
  document: OrderDocument;
  isBeforeCorrection: boolean;
}) {
  const { isBusy, open, download } = useStoredFile(document);
  const isPrinting = useIsPrinting();
  const {
    order_id,
    file1,
    customer_name,
    original_name,
    content_type,
    bytes,
    pages,
    sha256,
    create_ts,
    uploaded_by,
    current,
    finding,
  } = document;
  const TypeIcon = content_type === "application/pdf" ? IconFileTypePdf : IconPhoto;
  const facts = [DOCUMENT_TYPES[content_type].toUpperCase(), fileSize(bytes)];
  if (pages !== null) facts.push(pages === 1 ? "1 page" : `${pages} pages`);

  return (
    <li className={`${line.line} ${classes.document}`}>
      <TypeIcon className={line.icon} size={24} stroke={1.5} aria-hidden />
      <div className={line.about}>
        <p className={classes.documentName}>
          <span translate="no">{original_name}</span>{" "}
          {current && (
            <Badge component="span" variant="light" tt="none">
              Current
            </Badge>
          )}{" "}
          {isBeforeCorrection && (
            <Badge component="span" variant="light" color="saffron" tt="none">
              Made before a correction
            </Badge>
          )}
        </p>
        <p className={line.facts}>
          {[...facts, formatDateTimeUtc(create_ts) + (uploaded_by === null ? "" : ` by ${uploaded_by}`)].join(" · ")}
        </p>
        {finding !== null && <FindingMark tone={FINDING_TONES[finding.verdict]} words={findingText(finding)} />}
        <details className={classes.details} open={isPrinting}>
          <summary>Details</summary>
          <p className={line.facts}>
            <Breakable text={`${servedName(order_id, file1)} for ${customer_name}`} />
          </p>
          <p className={line.facts}>
            <span className={line.hash}>
              <span title={sha256}>{isPrinting ? `SHA-256 ${sha256}` : `SHA-256 ${sha256.slice(0, SHORT_HASH)}…`}</span>
              <CopyButton value={sha256} what="SHA-256" />
            </span>
          </p>
        </details>
      </div>
      <Group gap={4}>
        <Button
          variant="subtle"
          size="xs"
          loading={isBusy}
          leftSection={<IconExternalLink size={16} aria-hidden />}
          aria-label={`Open ${original_name}`}
          onClick={open}
        >
          Open
        </Button>
        <Button
          variant="subtle"
          size="xs"
          disabled={isBusy}
          leftSection={<IconDownload size={16} aria-hidden />}
          aria-label={`Download ${original_name}`}
          onClick={download}
        >
          Download
        </Button>
      </Group>
    </li>
  );
}

/** Opens or saves a stored document. The bytes are fetched first, so that the token never appears in a URL. */
function useStoredFile(document: OrderDocument) {
  const [isBusy, setBusy] = useState(false);

  const withUrl = async (use: (url: string) => void, giveUp?: () => void) => {
    setBusy(true);
    try {
      const bytes = await fetchFile(getDocument, { params: { documentId: String(document.id) } });
      // The type is from the contract's closed list, whatever the response says: none of them runs scripts.
      const url = URL.createObjectURL(new Blob([bytes], { type: document.content_type }));
      use(url);
      freeLater(url);
    } catch (error) {
      giveUp?.();
      toast.error(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };

  const open = () => {
    const tab = openFileTab(document.original_name);
    return tab === null ? withUrl(save) : withUrl(tab.show, tab.giveUp);
  };

  const save = (url: string) => saveFile(url, servedName(document.order_id, document.file1));

  return { isBusy, open, download: () => withUrl(save) };
}
