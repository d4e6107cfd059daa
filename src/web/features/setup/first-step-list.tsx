import { Anchor, Button, Skeleton } from "@mantine/core";
import { IconCircle, IconCircleCheckFilled } from "@tabler/icons-react";
import { useEffect } from "react";
import { Link } from "react-router";
import { BACKUP_DAYS, type Setup } from "#contract/setup/setup.ts";
import { pageConfig } from "#web/platform/page-config.ts";
import { PATHS } from "#web/platform/paths.ts";
import { Section } from "#web/ui/section.tsx";
import classes from "./first-step-list.module.css";
import { missingCompanyText, WHERE_PROVIDERS_ARE_SET } from "./missing-words.ts";
import { useSetupQuery } from "./setup.api.ts";
import type { FirstStepsState } from "./use-first-steps.ts";

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

interface Props {
  state: FirstStepsState;
  onState: (state: FirstStepsState) => void;
}

/** Each part with what is missing of it, or ticked. */
export function FirstStepList({ state, onState }: Props) {
  const { data, error } = useSetupQuery();
  const steps = stepsHere();
  const done = data && steps.filter(({ part }) => data.data[part]).length;
  const isOver = state === "auto" && done === steps.length;
  useEffect(() => {
    if (isOver) onState("away");
  }, [isOver, onState]);
  if (isOver || (data === undefined && error !== undefined)) return null;
  if (data === undefined) return <Skeleton height={180} />;
  return (
    <Section
      title="First steps"
      actions={
        <div className={classes.actions}>
          <span className="ad-numbers">{`${done} of ${steps.length} done`}</span>
          <Button variant="default" size="compact-sm" onClick={() => onState("away")}>
            Put away
          </Button>
        </div>
      }
    >
      <ul className={classes.steps}>
        {steps.map((step) => (
          <StepItem key={step.part} step={step} isDone={data.data[step.part]} />
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
