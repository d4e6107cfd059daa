import { OwnEmailSection } from "#web/features/auth/own-email.section.tsx";
import { AccountPage } from "#web/features/sessions/account.page.tsx";

/** `/admin/account`: composed here, because `auth` knows `sessions` and not the other way round. */
export function OwnSignInPage() {
  return (
    <AccountPage>
      <OwnEmailSection />
    </AccountPage>
  );
}
