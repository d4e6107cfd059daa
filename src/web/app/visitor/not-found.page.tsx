import { Link } from "wouter";
import { trackPath } from "#contract/tracking/visitor-paths.ts";
import { usePage } from "#web/features/tracking/page-context.tsx";
import { PageHeading } from "#web/features/tracking/page-heading.tsx";

export function NotFoundPage() {
  const { t } = usePage();
  return (
    <>
      <PageHeading>{t("notFound.heading")}</PageHeading>
      <p>{t("notFound.words")}</p>
      <p>
        <Link className="button" href={trackPath()}>
          {t("notFound.track")}
        </Link>
      </p>
    </>
  );
}
