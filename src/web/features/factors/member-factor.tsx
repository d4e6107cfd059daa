import { Button, Skeleton, Text, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useRef } from "react";
import { Dialog } from "#web/ui/dialog.tsx";
import { LoadedPart } from "#web/ui/loaded-part.tsx";
import { useKeptFocus } from "#web/ui/use-kept-focus.ts";

const TITLE = "Reset second factor";
const loadForm = async () => (await import("./reset-factor-form.tsx")).ResetFactorForm;

interface Props {
  member: { id: number; name: string };
  hasFactor: boolean;
}

/** Another member's second factor, for who may remove it. */
export function MemberFactor({ member, hasFactor }: Props) {
  const [isOpen, dialog] = useDisclosure(false);
  const part = useRef<HTMLDivElement>(null);
  const keptFocus = useKeptFocus(part);

  return (
    <div ref={part} tabIndex={-1} {...keptFocus}>
      <Title order={3} size="0.9375rem" mb="xs">
        Second factor
      </Title>
      <Text c={hasFactor ? "" : "dimmed"} style={{ overflowWrap: "anywhere" }}>
        {hasFactor
          ? `${member.name} signs in with a second factor.`
          : `${member.name} has no second factor. Under Your sign-in every member can set one up.`}
      </Text>
      {hasFactor && (
        <Button variant="outline" color="coral" size="xs" mt="xs" onClick={dialog.open}>
          {TITLE}
        </Button>
      )}
      <Dialog isOpen={isOpen} onClose={dialog.close} title={TITLE}>
        <LoadedPart load={loadForm} props={{ member, onDone: dialog.close }} skeleton={<Skeleton height={420} />} />
      </Dialog>
    </div>
  );
}
