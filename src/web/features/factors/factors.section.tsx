import { Button, Group, Skeleton, Stack, Switch, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { type OwnAccount, RECOVERY_CODES_FEW } from "#contract/factors/factors.ts";
import { errorMessage, toApiError } from "#web/platform/api-error.ts";
import { pageConfig } from "#web/platform/page-config.ts";
import { reported } from "#web/platform/reported.ts";
import { toast } from "#web/platform/toasts.ts";
import { useConfirm } from "#web/ui/confirm.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Instant } from "#web/ui/instant.tsx";
import { LoadedPart } from "#web/ui/loaded-part.tsx";
import { Section } from "#web/ui/section.tsx";
import { canUsePasskeys } from "./can-use-passkeys.ts";
import {
  useOwnAccountQuery,
  useRemoveTotpMutation,
  useRenewRecoveryCodesMutation,
  useSetPasswordSignInMutation,
} from "./factors.api.ts";
import { KeptCodes } from "./kept-codes.tsx";
import { PasskeyList } from "./passkey-list.tsx";
import { keepPasskeys } from "./passkey-signals.ts";

const TITLE = "Second factor";
const loadTotpSetUp = async () => (await import("./totp-set-up.tsx")).TotpSetUp;
const loadPasskeySetUp = async () => (await import("./passkey-set-up.tsx")).PasskeySetUp;

/** What a dialog of the section shows. */
type Shown = { kind: "app" } | { kind: "passkey" } | { kind: "codes"; codes: string[]; isFirst: boolean };

/** The member's own second factors. */
export function FactorsSection({ endOthers }: { endOthers: () => Promise<unknown> }) {
  const { data, error, refetch } = useOwnAccountQuery();
  const [shown, setShown] = useState<Shown | null>(null);
  const close = () => setShown(null);
  const account = data?.data;
  // On opening too: passkeys may have been removed on another device, or by an Admin.
  useEffect(() => void (account && keepPasskeys(account)), [account]);
  const onSetUp = (codes: string[] | null) => setShown(codes && { kind: "codes", codes, isFirst: true });

  return (
    <Section title={TITLE}>
      {data === undefined &&
        (error === undefined ? <Skeleton height={64} /> : <ErrorState error={error} onRetry={refetch} />)}
      {data !== undefined && <Factors account={data.data} onShow={setShown} />}
      <Dialog isOpen={shown?.kind === "app"} onClose={close} title="Set up an authenticator app" size="sm">
        <LoadedPart
          load={loadTotpSetUp}
          props={{ onDone: onSetUp, onCancel: close }}
          skeleton={<Skeleton height={320} />}
        />
      </Dialog>
      <Dialog isOpen={shown?.kind === "passkey"} onClose={close} title="Add a passkey" size="sm">
        <LoadedPart
          load={loadPasskeySetUp}
          props={{ onDone: onSetUp, onCancel: close }}
          skeleton={<Skeleton height={200} />}
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

interface PartProps {
  account: OwnAccount;
  onShow: (shown: Shown) => void;
}

function Factors({ account, onShow }: PartProps) {
  const { totp, passkeys, due_at } = account;
  const hasNone = totp === null && passkeys.length === 0;
  return (
    <Stack gap="sm">
      {hasNone && (
        <Text>Only your password protects travellers' passports here. Add a passkey or an authenticator app.</Text>
      )}
      {due_at !== null && (
        <Text fw={600}>
          <span>{account.passkey_required ? "A passkey is needed from" : "A second factor is needed from"}</span>{" "}
          <Instant at={due_at} />
        </Text>
      )}
      <PasskeyList passkeys={passkeys} />
      {totp !== null && <App account={account} totp={totp} onShow={onShow} />}
      <Group gap="xs">
        {canUsePasskeys() && (
          <Button variant={hasNone ? "filled" : "default"} onClick={() => onShow({ kind: "passkey" })}>
            Add a passkey
          </Button>
        )}
        {totp === null && (
          <Button variant="default" onClick={() => onShow({ kind: "app" })}>
            Set up an authenticator app
          </Button>
        )}
      </Group>
      {!canUsePasskeys() && <WherePasskeysWork />}
      {passkeys.length > 0 && <PasskeysOnly isOn={!account.password_sign_in} />}
      {!hasNone && <RecoveryCodes left={account.recovery_codes_left} onShow={onShow} />}
    </Stack>
  );
}

function WherePasskeysWork() {
  const { passkeyOrigin } = pageConfig();
  if (window.PublicKeyCredential !== undefined && passkeyOrigin === window.location.origin) return null;
  return (
    <Text size="sm" c="dimmed">
      {passkeyOrigin === null || passkeyOrigin === window.location.origin ? (
        "Passkeys work in a current browser, at an https address with a name or on localhost."
      ) : (
        <>
          <span>Passkeys can be added and used only at</span> <a href={passkeyOrigin}>{passkeyOrigin}</a>
        </>
      )}
    </Text>
  );
}

function PasskeysOnly({ isOn }: { isOn: boolean }) {
  const [set] = useSetPasswordSignInMutation();
  const change = () => reported(set(isOn).unwrap(), { tells401: false });
  return (
    <Switch
      label="Only passkeys for me"
      description="Your password and every code then open nothing, so no false page can pass them on. Two passkeys have to stay; if you lose all of them, an Admin resets your second factor."
      checked={isOn}
      onChange={() => void change()}
    />
  );
}

function App({ account, totp, onShow }: PartProps & { totp: NonNullable<OwnAccount["totp"]> }) {
  const [remove, { isLoading: isRemoving }] = useRemoveTotpMutation();
  const confirm = useConfirm();
  const isLast = account.passkeys.length === 0;

  const removeApp = async () => {
    const text = isLast
      ? "Your password alone will open your sign-in again."
      : "Your passkeys go on opening your sign-in.";
    if (!(await confirm({ title: "Remove the authenticator app", text }))) return;
    await reported(remove().unwrap(), { tells401: false });
  };
  return (
    <>
      <Group justify="space-between" gap="sm">
        <Text>
          <span>Authenticator app, added</span> <Instant at={totp.added_at} />
        </Text>
        <Group gap="xs">
          <Button variant="default" onClick={() => onShow({ kind: "app" })}>
            Replace
          </Button>
          {!(account.required && isLast) && (
            <Button variant="outline" color="coral" loading={isRemoving} onClick={() => void removeApp()}>
              Remove
            </Button>
          )}
        </Group>
      </Group>
      {totp.suspended && (
        <Text c="coral">It is suspended after many wrong codes. Replace it, or ask an Admin to reset it.</Text>
      )}
      <Text size="sm" c="dimmed">
        A false page can pass a code on in the moment you type it. Look at the address before you sign in.
      </Text>
    </>
  );
}

function RecoveryCodes({ left, onShow }: { left: number; onShow: (shown: Shown) => void }) {
  const [renew, { isLoading }] = useRenewRecoveryCodesMutation();
  const renewCodes = async () => {
    try {
      const { data } = await renew().unwrap();
      onShow({ kind: "codes", codes: data.codes, isFirst: false });
    } catch (thrown) {
      if (toApiError(thrown).httpStatus !== 401) toast.error(errorMessage(thrown));
    }
  };
  return (
    <Group justify="space-between" gap="sm">
      <Text c={left <= RECOVERY_CODES_FEW ? "coral" : ""}>{`Recovery codes left: ${left}`}</Text>
      <Button variant="default" loading={isLoading} onClick={() => void renewCodes()}>
        New recovery codes
      </Button>
    </Group>
  );
}
