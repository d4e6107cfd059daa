import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { PageHeading } from "#web/features/tracking/page-heading.tsx";
import { trackPath } from "#web/features/tracking/tracking-paths.ts";

export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading>{t("notFound.heading")}</PageHeading>
      <p>{t("notFound.words")}</p>
      <p>
        <Link className="button" to={trackPath()}>
          {t("notFound.track")}
        </Link>
      </p>
    </>
  );
}
