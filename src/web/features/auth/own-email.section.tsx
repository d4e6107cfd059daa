import { Button, Group, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { changeOwnEmailSchema } from "#contract/auth/account-links.ts";
import { registerField, resetSaved, useContractForm } from "#web/platform/form.ts";
import { useContractSubmit } from "#web/platform/use-contract-submit.ts";
import { Breakable } from "#web/ui/breakable.tsx";
import { Section } from "#web/ui/section.tsx";
import { useChangeOwnEmailMutation } from "./account-links.api.ts";
import { useUserInfoQuery } from "./auth.api.ts";
import classes from "./auth.module.css";

/** The member's own address: the new one gets a link, the old one a notice, and nothing changes until the link is used. */
export function OwnEmailSection() {
  const { data: member } = useUserInfoQuery();
  const [change, { isLoading }] = useChangeOwnEmailMutation();
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  const form = useContractForm(changeOwnEmailSchema, { email: "" });

  const submit = useContractSubmit(form, ({ email }) => change(email).unwrap(), {
    about: "own-email",
    onDone: () => {
      setMailedTo(form.getValues("email").trim());
      resetSaved(form, { email: "" });
    },
  });

  return (
    <Section title="Email">
      <Text>
        <span>You sign in with</span> <Breakable text={member?.data.email ?? "…"} />
      </Text>
      <form className={classes.own} onSubmit={submit} noValidate>
        <TextInput
          label="New email"
          type="email"
          autoComplete="off"
          description="It gets a link, which works for 30 minutes. Until it is used, your email stays as it is."
          {...registerField(form, "email")}
        />
        <Group>
          <Button type="submit" variant="default" loading={isLoading}>
            Send link
          </Button>
        </Group>
      </form>
      <div role="status">
        {mailedTo !== null && (
          <Text size="sm" mt="sm">
            <span>A link is on its way to</span> <Breakable text={mailedTo} />
          </Text>
        )}
      </div>
    </Section>
  );
}
