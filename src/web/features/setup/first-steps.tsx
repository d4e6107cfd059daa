import { Anchor, Button } from "@mantine/core";
import { IconCircle, IconCircleCheckFilled } from "@tabler/icons-react";
import { useEffect } from "react";
import { Link } from "react-router";
import { BACKUP_DAYS, type Setup } from "#contract/setup/setup.ts";
import { pageConfig } from "#web/platform/page-config.ts";
import { PATHS } from "#web/platform/paths.ts";
import { useCan } from "#web/platform/use-can.ts";
import { Section } from "#web/ui/section.tsx";
import classes from "./first-steps.module.css";
import { missingCompanyText, WHERE_PROVIDERS_ARE_SET } from "./missing-words.ts";
import { useSetupQuery } from "./setup.api.ts";
import { useFirstStepsState } from "./use-first-steps-state.ts";

interface Step {
  part: keyof Setup;
  title: string;
  /** The page where it is done; what is set with the program itself names its document instead. */
  href?: string;
  /** What is missing, and where it is done. */
  missing: string;
}

const stepsHere = (): Step[] => [
  {
    part: "orders",
    title: "Orders come in",
    missing: "From a checkout, docs/how-to/connect-a-checkout.md, or an import, docs/how-to/import-orders.md.",
  },
  { part: "members", title: "The team", href: PATHS.manageTeam, missing: "You are its only member." },
  { part: "due_times", title: "Due times", href: PATHS.serviceSettings, missing: "Save your own, or the defaults." },
  { part: "mail_provider", title: "A mail provider", missing: `Mails reach nobody: ${WHERE_PROVIDERS_ARE_SET}` },
  {
    part: "mail_sent",
    title: "A first mail",
    missing: "No provider has taken one of late. The upload of an order's document sends one.",
  },
  { part: "company", title: "The company's details", missing: missingCompanyText(pageConfig().missingCompanyDetails) },
  {
    part: "backup",
    title: "A daily backup",
    missing: `None by npm run backup in ${BACKUP_DAYS} days: docs/operations.md. Others are not seen.`,
  },
];

/**
 * What a new installation still lacks, for Admins, until it has everything or they put it away.
 * @returns nothing to show until the server's answer is known, which the page waits for: nothing moves when it arrives
 */
export function useFirstSteps(): { firstSteps: FirstStepsProps | null; isPending: boolean } {
  const [state, setState] = useFirstStepsState();
  const isShown = useCan("setup:view") && state !== "away";
  const { data, error } = useSetupQuery(undefined, { skip: !isShown });
  const isOver = state === "auto" && data !== undefined && Object.values(data.data).every(Boolean);
  useEffect(() => {
    if (isOver) setState("away");
  }, [isOver, setState]);
  if (!isShown || isOver || data === undefined)
    return { firstSteps: null, isPending: isShown && data === undefined && error === undefined };
  return { firstSteps: { setup: data.data, onPutAway: () => setState("away") }, isPending: false };
}

interface FirstStepsProps {
  setup: Setup;
  onPutAway: () => void;
}

/** Each part with what is missing of it, or ticked. */
export function FirstSteps({ setup, onPutAway }: FirstStepsProps) {
  const steps = stepsHere();
  const done = steps.filter(({ part }) => setup[part]).length;
  return (
    <Section
      title="First steps"
      actions={
        <div className={classes.actions}>
          <span className="ad-numbers">{`${done} of ${steps.length} done`}</span>
          <Button variant="default" size="compact-sm" onClick={onPutAway}>
            Put away
          </Button>
        </div>
      }
    >
      <ul className={classes.steps}>
        {steps.map((step) => (
          <StepItem key={step.part} step={step} isDone={setup[step.part]} />
        ))}
      </ul>
    </Section>
  );
}

function StepItem({ step: { title, href, missing }, isDone }: { step: Step; isDone: boolean }) {
  const StepIcon = isDone ? IconCircleCheckFilled : IconCircle;
  return (
    <li className={classes.step} data-done={isDone}>
      <StepIcon size={18} aria-hidden />
      <span className="ad-visually-hidden">{isDone ? "Done:" : "Missing:"}</span>
      {href === undefined || isDone ? (
        <strong>{title}</strong>
      ) : (
        <Anchor component={Link} to={href} inherit underline="always">
          {title}
        </Anchor>
      )}
      {!isDone && <p className={classes.missing}>{missing}</p>}
    </li>
  );
}
