import { Skeleton, Title } from "@mantine/core";
import type { FilingProfile } from "#contract/filings/filing-profile.ts";
import classes from "./filing-sheet.module.css";

/** A section of the form in its final shape, before the order is known. */
export function WaitingSection({ title, fields }: FilingProfile["sections"][number]) {
  return (
    <div>
      <Title order={3} className={classes.sectionTitle ?? ""}>
        {title}
      </Title>
      <ul className={classes.rows}>
        {fields.map(({ key, label }) => (
          <li key={key} className={classes.row}>
            <span className={classes.label}>{label}</span>
            <Skeleton className={classes.value ?? ""} height={14} width="60%" my={4} radius={4} />
          </li>
        ))}
      </ul>
    </div>
  );
}
