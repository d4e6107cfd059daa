import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { type Answer, getAnswerFile } from "#contract/questions/questions.ts";
import { servedName } from "#contract/served-name.ts";
import { fileSize } from "#web/features/documents/file-size.ts";
import { errorMessage } from "#web/platform/api-error.ts";
import { fetchFile } from "#web/platform/fetch-file.ts";
import { saveBytes } from "#web/platform/file-tab.ts";
import { toast } from "#web/platform/toasts.ts";
import entry from "#web/ui/entry.module.css";
import { Instant } from "#web/ui/instant.tsx";
import { CloseQuestion } from "./question-state.tsx";
import classes from "./questions.module.css";

interface Props {
  orderId: number;
  answer: Answer;
  /** The last answer to its question: what is done there concerns all of them. */
  isNewest: boolean;
}

/** What the customer answered on the tracking page, beside the question: from where, and the files. */
export function AnswerEntry({ orderId, answer, isNewest }: Props) {
  const { question_id: questionId, question, state, text, files, ip, device, place } = answer;
  return (
    <div className={classes.answer}>
      <p className={entry.by}>
        <strong>The customer</strong>
        <span className={entry.how}>
          <Instant at={answer.at} />
        </span>
        <span
          className={entry.how}
        >{`on the tracking page, ${device}, ${ip}${place === null ? "" : ` (${place})`}`}</span>
      </p>
      <blockquote className={classes.asked} aria-label="Question">
        {question}
      </blockquote>
      {text !== "" && (
        <p className={entry.words} dir="auto">
          {text}
        </p>
      )}
      {files.length > 0 && (
        <ul className={classes.files} aria-label="Files of the customer">
          {files.map((file) => (
            <li key={file.file_id}>
              <AnswerFile orderId={orderId} file={file} />
              <span data-print-only translate="no">
                {`${file.name} (${fileSize(file.bytes)})`}
              </span>
            </li>
          ))}
        </ul>
      )}
      {state === "answered" && isNewest && (
        <CloseQuestion orderId={orderId} questionId={questionId} words="Mark as dealt with" />
      )}
    </div>
  );
}

function AnswerFile({ orderId, file }: { orderId: number; file: Answer["files"][number] }) {
  const [isBusy, setBusy] = useState(false);
  const { file_id: fileId, name, content_type: type, bytes } = file;
  const save = async () => {
    setBusy(true);
    try {
      saveBytes(await fetchFile(getAnswerFile, { params: { fileId } }), type, servedName(orderId, name));
    } catch (error) {
      toast.error(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="subtle"
      size="xs"
      className={classes.file ?? ""}
      classNames={{ label: classes.fileName ?? "" }}
      data-screen-only
      loading={isBusy}
      leftSection={<IconDownload size={16} aria-hidden />}
      aria-label={`Save ${name}`}
      onClick={save}
    >
      <span translate="no">{`${name} (${fileSize(bytes)})`}</span>
    </Button>
  );
}
