import { useParams } from "wouter";
import { LINK_DONE, trackPath } from "#contract/tracking/visitor-paths.ts";
import { usePage } from "./page-context.tsx";
import { PageHeading } from "./page-heading.tsx";
import type { WordKey } from "./translate.ts";
import { useWords } from "./use-words.ts";
import { useVisitor } from "./visitor-context.tsx";

interface Keys {
  heading: WordKey;
  words: WordKey;
  button: WordKey;
  done: WordKey;
  next: WordKey;
}

/** The page of a mailed link. Its form is sent without script, which would have nothing to add. */
function EmailLinkPage({ keys }: { keys: Keys }) {
  const { t } = usePage();
  const { problemWords } = useWords();
  const { first } = useVisitor();
  const isDone = useParams().token === LINK_DONE;
  const problem = first?.problem;
  const isInvalid = problem?.kind === "refused" && problem.httpStatus === 404;
  return (
    <>
      <PageHeading>{t(isDone ? keys.done : keys.heading)}</PageHeading>
      {problem !== undefined && (
        <p role="alert" className="notice" data-failed="true">
          {problemWords(problem)}
        </p>
      )}
      {isDone && <p>{t(keys.next)}</p>}
      {isDone || isInvalid ? (
        <p>
          <a className="button" href={trackPath()}>
            {t("notFound.track")}
          </a>
        </p>
      ) : (
        <>
          <p>{t(keys.words)}</p>
          <form method="post">
            <button type="submit" className="button">
              {t(keys.button)}
            </button>
          </form>
        </>
      )}
    </>
  );
}

const CONFIRM: Keys = {
  heading: "confirmEmail.heading",
  words: "confirmEmail.words",
  button: "confirmEmail.button",
  done: "confirmEmail.done",
  next: "confirmEmail.next",
};
const CONTEST: Keys = {
  heading: "contestEmail.heading",
  words: "contestEmail.words",
  button: "contestEmail.button",
  done: "contestEmail.done",
  next: "contestEmail.next",
};

export const ConfirmEmailPage = () => <EmailLinkPage keys={CONFIRM} />;
export const ContestEmailPage = () => <EmailLinkPage keys={CONTEST} />;
