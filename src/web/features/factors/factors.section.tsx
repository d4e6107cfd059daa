import { Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { type OwnAccount, RECOVERY_CODES_FEW } from "#contract/factors/factors.ts";
import { errorMessage, toApiError } from "#web/platform/api-error.ts";
import { toast } from "#web/platform/toasts.ts";
import { useConfirm } from "#web/ui/confirm.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Instant } from "#web/ui/instant.tsx";
import { LoadedPart } from "#web/ui/loaded-part.tsx";
import { Section } from "#web/ui/section.tsx";
import { useOwnAccountQuery, useRemoveTotpMutation, useRenewRecoveryCodesMutation } from "./factors.api.ts";
import { KeptCodes } from "./kept-codes.tsx";

const TITLE = "Second factor";
const loadTotpSetUp = async () => (await import("./totp-set-up.tsx")).TotpSetUp;

/** What a dialog of the section shows. */
type Shown = { kind: "app" } | { kind: "codes"; codes: string[]; isFirst: boolean };

/** The member's own second factors. */
export function FactorsSection({ endOthers }: { endOthers: () => Promise<void> }) {
  const { data, error, refetch } = useOwnAccountQuery();
  const [shown, setShown] = useState<Shown | null>(null);
  const close = () => setShown(null);
  const isApp = shown?.kind === "app";

  return (
    <Section title={TITLE}>
      {data === undefined &&
        (error === undefined ? <Skeleton height={64} /> : <ErrorState error={error} onRetry={refetch} />)}
      {data !== undefined && <Factors account={data.data} onShow={setShown} />}
      <Dialog isOpen={isApp} onClose={close} title="Set up an authenticator app" size="sm">
        <LoadedPart
          load={loadTotpSetUp}
          props={{
            onDone: (codes) => setShown(codes === null ? null : { kind: "codes", codes, isFirst: true }),
            onCancel: close,
          }}
          skeleton={<Skeleton height={320} />}
        />
      </Dialog>
      <Dialog isOpen={shown?.kind === "codes"} onClose={close} title="Your recovery codes" size="sm">
        {shown?.kind === "codes" && (
          <KeptCodes
            codes={shown.codes}
            done="Done"
            endOthers={shown.isFirst}
            onDone={(isEnding) => {
              close();
              if (isEnding) void endOthers();
            }}
          />
        )}
      </Dialog>
    </Section>
  );
}

function Factors({ account, onShow }: { account: OwnAccount; onShow: (shown: Shown) => void }) {
  const { totp, recovery_codes_left: left, required, due_at } = account;
  const [remove, { isLoading: isRemoving }] = useRemoveTotpMutation();
  const [renew, { isLoading: isRenewing }] = useRenewRecoveryCodesMutation();
  const confirm = useConfirm();

  const attempt = async <T,>(call: () => Promise<T>, onDone: (answer: T) => void) => {
    try {
      onDone(await call());
    } catch (thrown) {
      if (toApiError(thrown).httpStatus !== 401) toast.error(errorMessage(thrown));
    }
  };
  const removeApp = async () => {
    const text = "Your password alone will open your sign-in again.";
    if (!(await confirm({ title: "Remove the authenticator app", text }))) return;
    await attempt(
      () => remove().unwrap(),
      ({ message }) => toast.success(message),
    );
  };
  const renewCodes = () =>
    attempt(
      () => renew().unwrap(),
      ({ data }) => onShow({ kind: "codes", codes: data.codes, isFirst: false }),
    );

  if (totp === null) {
    return (
      <Group justify="space-between" gap="sm">
        <div>
          <Text>Only your password protects travellers' passports here. Add an authenticator app.</Text>
          {due_at !== null && (
            <Text fw={600}>
              <span>A second factor is needed from</span> <Instant at={due_at} />
            </Text>
          )}
        </div>
        <Button onClick={() => onShow({ kind: "app" })}>Set up an authenticator app</Button>
      </Group>
    );
  }
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        <Text>
          <span>Authenticator app, added</span> <Instant at={totp.added_at} />
        </Text>
        <Group gap="xs">
          <Button variant="default" onClick={() => onShow({ kind: "app" })}>
            Replace
          </Button>
          {!required && (
            <Button variant="outline" color="coral" loading={isRemoving} onClick={() => void removeApp()}>
              Remove
            </Button>
          )}
        </Group>
      </Group>
      {totp.suspended && (
        <Text c="coral">It is suspended after many wrong codes. Replace it, or ask an Admin to reset it.</Text>
      )}
      <Group justify="space-between" gap="sm">
        <Text c={left <= RECOVERY_CODES_FEW ? "coral" : ""}>{`Recovery codes left: ${left}`}</Text>
        <Button variant="default" loading={isRenewing} onClick={() => void renewCodes()}>
          New recovery codes
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        A false page can pass a code on in the moment you type it. Look at the address before you sign in.
      </Text>
    </Stack>
  );
}
