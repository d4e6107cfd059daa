import { Text } from "@mantine/core";

/** In a form that opens with what was typed earlier. */
export function KeptNote() {
  return (
    <Text size="sm" c="dimmed">
      This is what you had typed and not saved.
    </Text>
  );
}
