import { Button, NativeSelect, Stack } from "@mantine/core";
import { useId } from "react";
import { activateGatewaySchema, type Gateway } from "#contract/gateways/gateways.ts";
import { GATEWAY_MESSAGES } from "#contract/gateways/messages.ts";
import { encodeOrderId } from "#contract/orders/order-id.ts";
import { registerField, useContractForm } from "#web/platform/form.ts";
import { useCan } from "#web/platform/use-can.ts";
import { useContractSubmit } from "#web/platform/use-contract-submit.ts";
import { useConfirm } from "#web/ui/confirm.tsx";
import { useActivateGatewayMutation } from "./gateways.api.ts";

const NEW_CHECKOUTS = "This affects new checkouts only. Existing orders keep the gateway they were paid with.";

/** Chooses the gateway of new checkouts. Without the permission it shows the choice and the reason (decision record 0021). */
export function GatewayForm({ gateways }: { gateways: readonly Gateway[] }) {
  const isAllowed = useCan("gateways:activate");
  const reason = useId();
  const [activate, { isLoading }] = useActivateGatewayMutation();
  const confirm = useConfirm();
  const form = useContractForm(activateGatewaySchema, { gatewayId: "" });

  const chosen = form.watch("gatewayId");
  const isActive = gateways.some(({ id, is_active }) => is_active === "1" && encodeOrderId(id) === chosen);

  const ask = (id: number) => {
    const name = gateways.find((gateway) => gateway.id === id)?.gateway_name ?? "this gateway";
    const title = `Make ${name} the active gateway?`;
    return confirm({ title, text: NEW_CHECKOUTS, yes: "Activate", no: "Cancel", danger: false });
  };
  const submit = useContractSubmit(
    form,
    async ({ gatewayId: id }) => ((await ask(id)) ? activate({ gatewayId: encodeOrderId(id) }).unwrap() : null),
    { onDone: () => form.reset() },
  );

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm" align="flex-start">
        <NativeSelect
          label="Gateway"
          w="100%"
          withAsterisk={isAllowed}
          disabled={!isAllowed}
          {...(!isAllowed && { description: GATEWAY_MESSAGES.gatewayReadOnly, descriptionProps: { id: reason } })}
          {...registerField(form, "gatewayId")}
        >
          <option value="">Select a gateway</option>
          {gateways.map(({ id, gateway_name, is_active }) => (
            <option key={id} value={encodeOrderId(id)}>
              {is_active === "1" ? `${gateway_name} (active now)` : gateway_name}
            </option>
          ))}
        </NativeSelect>
        <Button
          type="submit"
          loading={isLoading}
          disabled={!isAllowed || isActive}
          {...(!isAllowed && { "aria-describedby": reason })}
        >
          Active Gateway
        </Button>
      </Stack>
    </form>
  );
}
