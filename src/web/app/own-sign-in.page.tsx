import { OwnEmailSection } from "#web/features/auth/own-email.section.tsx";
import { FactorsSection } from "#web/features/factors/factors.section.tsx";
import { AccountPage } from "#web/features/sessions/account.page.tsx";
import { useEndSessionsMutation } from "#web/features/sessions/sessions.api.ts";
import { reported } from "#web/platform/reported.ts";

/** `/admin/account`: composed here, because `auth` knows `sessions` and not the other way round. */
export function OwnSignInPage() {
  const [end] = useEndSessionsMutation();
  /** A changed factor offers it. */
  const endOthers = () => reported(end({ others: true }).unwrap(), { tells401: false });
  return (
    <AccountPage>
      <FactorsSection endOthers={endOthers} />
      <OwnEmailSection />
    </AccountPage>
  );
}
