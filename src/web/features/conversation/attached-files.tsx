import { ActionIcon, Button, FileButton } from "@mantine/core";
import { IconPaperclip, IconX } from "@tabler/icons-react";
import { type Ref, useId, useRef } from "react";
import { MESSAGE_FILES_MAX } from "#contract/conversation/conversation.ts";
import { DOCUMENT_MAX_BYTES } from "#contract/documents/documents.ts";
import { fileSize } from "#web/features/documents/file-size.ts";
import { FILE_ACCEPT } from "#web/features/documents/upload-file.ts";
import classes from "./conversation.module.css";

interface Props {
  files: readonly File[];
  error: string | undefined;
  buttonRef: Ref<HTMLButtonElement>;
  onChange: (files: File[]) => void;
}

/** Chooses the files of a message, and lists them. */
export function AttachedFiles({ files, error, buttonRef, onChange }: Props) {
  const hint = useId();
  const problem = useId();
  const forget = useRef<() => void>(null);
  const add = (chosen: File[]) => {
    onChange([...files, ...chosen]);
    forget.current?.(); // Otherwise choosing the same file again would not fire a change event.
  };
  return (
    <div>
      <div className={classes.attach}>
        <FileButton multiple accept={FILE_ACCEPT} resetRef={forget} onChange={add}>
          {(props) => (
            <Button
              {...props}
              ref={buttonRef}
              variant="default"
              size="xs"
              leftSection={<IconPaperclip size={16} aria-hidden />}
              aria-describedby={error === undefined ? hint : `${problem} ${hint}`}
            >
              Attach files
            </Button>
          )}
        </FileButton>
        <span id={hint} className={classes.note}>
          {`Up to ${MESSAGE_FILES_MAX}, PDF or image, each up to ${fileSize(DOCUMENT_MAX_BYTES)}`}
        </span>
      </div>
      {files.length > 0 && (
        <ul className={classes.attachments} aria-label="Files to attach">
          {files.map((file, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be chosen twice
            <li key={index}>
              <span translate="no">{`${file.name} (${fileSize(file.size)})`}</span>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={`Remove ${file.name}`}
                onClick={() => onChange(files.filter((_file, other) => other !== index))}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {error !== undefined && (
        <p id={problem} className={classes.note} data-tone="bad" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
