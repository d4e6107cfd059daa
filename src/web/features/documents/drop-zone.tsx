import { ActionIcon } from "@mantine/core";
import { IconFileCheck, IconFileUpload, IconX } from "@tabler/icons-react";
import { type DragEvent, type ReactNode, type Ref, useId, useRef, useState } from "react";
import { DOCUMENT_MAX_BYTES } from "#contract/documents/documents.ts";
import classes from "./drop-zone.module.css";
import { fileSize } from "./file-size.ts";
import { FILE_ACCEPT } from "./upload-file.ts";

interface Props {
  /** The input's name for assistive technology. */
  label?: string;
  file: File | null;
  error: string | undefined;
  /** A further note about the file. */
  note: ReactNode;
  isDisabled: boolean;
  inputRef: Ref<HTMLInputElement>;
  onPick: (file: File | null) => void;
  onBlur: () => void;
}

/** A file input that also accepts dropped files; shows the file's name and size. */
export function DropZone({ label = "File", file, error, note, isDisabled, inputRef, onPick, onBlur }: Props) {
  const [isOver, setOver] = useState(false);
  const depth = useRef(0); // dragenter and dragleave fire for every child; only the outermost pair counts.
  const errorId = useId();
  const hintId = useId();
  const noteId = useId();

  const track = (change: number) => (event: DragEvent) => {
    event.preventDefault();
    depth.current += change;
    setOver(depth.current > 0);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    depth.current = 0;
    setOver(false);
    const dropped = event.dataTransfer.files[0];
    if (dropped !== undefined && !isDisabled) onPick(dropped);
  };

  return (
    <div className={classes.field}>
      <label
        className={classes.zone}
        data-over={isOver}
        data-invalid={error !== undefined}
        data-filled={file !== null}
        onDragEnter={track(1)}
        onDragLeave={track(-1)}
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
      >
        <input
          ref={inputRef}
          className="ad-visually-hidden"
          type="file"
          aria-label={label}
          accept={FILE_ACCEPT}
          disabled={isDisabled}
          aria-invalid={error !== undefined}
          aria-describedby={`${error === undefined ? noteId : errorId} ${hintId}`}
          onBlur={onBlur}
          onChange={(event) => {
            const picked = event.currentTarget.files?.[0];
            if (picked !== undefined) onPick(picked);
            event.currentTarget.value = ""; // Otherwise choosing the same file again would not fire a change event.
          }}
        />
        {file === null ? (
          <IconFileUpload className={classes.icon} size={28} stroke={1.5} aria-hidden />
        ) : (
          <IconFileCheck className={classes.icon} size={28} stroke={1.5} aria-hidden />
        )}
        <span className={classes.words} id={hintId}>
          {file === null ? (
            <>
              <span className={classes.name}>
                <span className={classes.link}>Choose a file</span> or drop it here
              </span>
              <span className={classes.hint}>{`PDF or image, up to ${fileSize(DOCUMENT_MAX_BYTES)}`}</span>
            </>
          ) : (
            <>
              <span className={classes.name}>{file.name}</span>
              <span className={classes.hint}>{fileSize(file.size)}</span>
            </>
          )}
        </span>
      </label>
      {file !== null && !isDisabled && (
        <ActionIcon
          className={classes.remove ?? ""}
          variant="subtle"
          color="gray"
          aria-label={`Remove ${file.name}`}
          onClick={() => onPick(null)}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      )}
      {error === undefined ? (
        <div id={noteId} className={classes.note}>
          {note}
        </div>
      ) : (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}
