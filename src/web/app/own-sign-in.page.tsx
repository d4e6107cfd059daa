import { OwnEmailSection } from "#web/features/auth/own-email.section.tsx";
import { FactorsSection } from "#web/features/factors/factors.section.tsx";
import { AccountPage } from "#web/features/sessions/account.page.tsx";
import { useEndSessionsMutation } from "#web/features/sessions/sessions.api.ts";
import { errorMessage, toApiError } from "#web/platform/api-error.ts";
import { toast } from "#web/platform/toasts.ts";

/** `/admin/account`: composed here, because `auth` knows `sessions` and not the other way round. */
export function OwnSignInPage() {
  const [end] = useEndSessionsMutation();
  /** A changed factor offers it. */
  const endOthers = async () => {
    try {
      toast.success((await end({ others: true }).unwrap()).message);
    } catch (thrown) {
      if (toApiError(thrown).httpStatus !== 401) toast.error(errorMessage(thrown));
    }
  };
  return (
    <AccountPage>
      <FactorsSection endOthers={endOthers} />
      <OwnEmailSection />
    </AccountPage>
  );
}
