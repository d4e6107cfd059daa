import { Button, Title } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from "@tabler/icons-react";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import type { PackPreflight } from "#contract/packs/packs.ts";
import { FIX_LABELS, type PackFix, packFix } from "./pack-fixes.ts";
import classes from "./packs.module.css";

const SUMMARIES: Record<PackPreflight["level"], string> = {
  clear: "Nothing is missing. The pack can be made.",
  amber: "The pack can be made, but something weakens it.",
  red: "Something the bank will ask for is missing.",
};

const MARKS = {
  red: { icon: IconCircleX, word: "Missing" },
  amber: { icon: IconAlertTriangle, word: "Weak" },
} as const;

interface Props {
  preflight: PackPreflight;
  order: OrderDetails;
  onFix: (fix: PackFix) => void;
}

/** Missing and weak items, each with the fix that is available. */
export function Preflight({ preflight: { level, findings }, order, onFix }: Props) {
  const redFirst = findings.toSorted((a, b) => Number(b.level === "red") - Number(a.level === "red"));
  return (
    <div>
      <Title order={3} size="0.875rem">
        Pre-flight
      </Title>
      <p className={classes.summary} data-level={level}>
        {level === "clear" && <IconCircleCheck size={18} aria-hidden />}
        <span>{SUMMARIES[level]}</span>
      </p>
      {redFirst.length > 0 && (
        <ul className={classes.findings}>
          {redFirst.map((finding) => {
            const { icon: MarkIcon, word } = MARKS[finding.level];
            const fix = packFix(finding.code, order);
            return (
              <li key={finding.code} className={classes.finding}>
                <span className={classes.mark} data-level={finding.level}>
                  <MarkIcon size={16} aria-hidden />
                  <span>{word}</span>
                </span>
                <span className={classes.message}>{finding.message}</span>
                {fix !== null && (
                  <Button variant="default" size="xs" onClick={() => onFix(fix)}>
                    {FIX_LABELS[fix]}
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
