import { Checkbox, Stack, TextInput } from "@mantine/core";
import { Controller } from "react-hook-form";
import * as z from "zod";
import { ORDER_VIEW_MESSAGES } from "#contract/order-views/messages.ts";
import { VIEW_NAME_MAX, viewNameSchema } from "#contract/order-views/order-views.ts";
import type { ViewDefinition } from "#contract/order-views/view-definition.ts";
import { type ListName, QUEUE } from "#contract/orders/queues.ts";
import { can, ROLES, type Role, roleSchema } from "#contract/roles.ts";
import { registerField, useContractForm } from "#web/platform/form.ts";
import { toast } from "#web/platform/toasts.ts";
import { useCan } from "#web/platform/use-can.ts";
import { useContractSubmit } from "#web/platform/use-contract-submit.ts";
import { FormActions } from "#web/ui/form-actions.tsx";
import { useSaveViewMutation } from "./order-views.api.ts";
import type { NamedView, ShowView } from "./view-state.ts";

const formSchema = z.object({ name: viewNameSchema, sharedWith: z.array(roleSchema) });

interface Props {
  list: ListName;
  current: ViewDefinition;
  /** Null for a new view of what the list shows. */
  view: NamedView | null;
  onOpen: ShowView;
  onClose: () => void;
}

/** The name of a view, and the roles it is shared with. */
export function ViewForm({ list, current, view, onOpen, onClose }: Props) {
  const form = useContractForm(formSchema, { name: view?.name ?? "", sharedWith: view?.shared_with ?? [] });
  const [save, { isLoading }] = useSaveViewMutation();
  const mayShare = useCan("views:share");
  const definition = view?.definition ?? current;

  const submit = useContractSubmit(
    form,
    ({ name, sharedWith }) => {
      const seen = view === null ? {} : { id: view.id, version: view.version };
      return save({ ...seen, list, name, definition, ...(mayShare && { sharedWith }) }).unwrap();
    },
    {
      about: "view",
      showAnswer: ({ data, message }) => toast.success(message, { about: `view ${data.id}` }),
      onDone: ({ data }) => {
        onClose();
        if (view === null) onOpen(data, true);
      },
    },
  );

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label="Name"
          data-autofocus
          autoComplete="off"
          maxLength={VIEW_NAME_MAX}
          {...registerField(form, "name")}
        />
        {mayShare && (
          <Controller
            control={form.control}
            name="sharedWith"
            render={({ field }) => (
              <Checkbox.Group
                label="Share with"
                description={shareText(definition, field.value)}
                value={field.value}
                onChange={(roles) => field.onChange(ROLES.filter((role) => roles.includes(role)))}
              >
                <Stack gap={8} mt={8}>
                  {ROLES.map((role) => (
                    <Checkbox
                      key={role}
                      value={role}
                      label={role}
                      disabled={definition.search !== "" || !canRead(role, list)}
                      description={canRead(role, list) ? undefined : `This role can't see ${QUEUE[list].title}.`}
                    />
                  ))}
                </Stack>
              </Checkbox.Group>
            )}
          />
        )}
        <FormActions submit="Save" mt={0} loading={isLoading} onCancel={onClose} />
      </Stack>
    </form>
  );
}

function canRead(role: Role, list: ListName): boolean {
  const { permission } = QUEUE[list];
  return permission === null || can(role, permission);
}

function shareText({ search }: ViewDefinition, roles: readonly Role[]): string {
  if (search !== "") return ORDER_VIEW_MESSAGES.viewSharedSearch;
  if (roles.length === 0) return "Not shared: only you see the view.";
  return "Admins and Managers see every shared view, and can change it.";
}
