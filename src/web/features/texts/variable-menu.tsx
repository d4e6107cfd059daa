import { Button, Menu } from "@mantine/core";
import { IconBraces } from "@tabler/icons-react";
import { MESSAGE_VARIABLES, type MessageVariable } from "#contract/conversation/conversation.ts";
import { afterClosing } from "#web/ui/dialog.tsx";

const WORDS: Record<MessageVariable, string> = {
  customer_name: "Customer's name",
  order_id: "Order number",
  arrival_date: "Day of arrival",
  flight: "Flight",
  track_link: "Link to the tracking page",
  service_name: "Name of the service",
  member_first_name: "Your first name",
};

interface Props {
  variables?: readonly MessageVariable[];
  onChoose: (place: string) => void;
}

/** What the order knows and a text can name. `onChoose` is told the place to put into the text. */
export function VariableMenu({ variables = MESSAGE_VARIABLES, onChoose }: Props) {
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="default" size="xs" leftSection={<IconBraces size={16} aria-hidden />}>
          Insert
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {variables.map((variable) => (
          <Menu.Item key={variable} onClick={() => afterClosing(() => onChoose(`{{${variable}}}`))}>
            {WORDS[variable]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
