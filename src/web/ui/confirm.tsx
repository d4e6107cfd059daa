import { Button, Group, Text } from "@mantine/core";
import { createContext, type ReactNode, use, useCallback, useRef, useState } from "react";
import { MESSAGES } from "#contract/messages.ts";
import { Dialog } from "./dialog.tsx";

/** A question with two answers; the default is the specification's delete question with Yes and No. */
export interface Question {
  title?: string;
  text?: ReactNode;
  yes?: string;
  no?: string;
  /** True (the default) styles Yes as destructive. */
  danger?: boolean;
}

type Confirm = (question?: Question) => Promise<boolean>;
const ConfirmContext = createContext<Confirm | null>(null);

/** Asks and resolves to the answer: `if (await confirm()) …`. Closing the dialog is a No. */
export function useConfirm(): Confirm {
  const confirm = use(ConfirmContext);
  if (confirm === null) throw new Error("useConfirm needs a ConfirmProvider above it");
  return confirm;
}

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question>({});
  const [isOpen, setOpen] = useState(false);
  const resolveRef = useRef<((answer: boolean) => void) | null>(null);

  const answer = useCallback((value: boolean) => {
    resolveRef.current?.(value);
    resolveRef.current = null;
    setOpen(false);
  }, []);

  const confirm = useCallback<Confirm>((options = {}) => {
    resolveRef.current?.(false);
    setQuestion(options);
    setOpen(true);
    return new Promise((resolve) => {
      resolveRef.current = resolve;
    });
  }, []);

  const { title = "Please confirm", text = MESSAGES.confirmDelete, yes = "Yes", no = "No", danger = true } = question;
  return (
    <ConfirmContext value={confirm}>
      {children}
      <Dialog isOpen={isOpen} onClose={() => answer(false)} title={title} size="sm">
        <Text component="div">{text}</Text>
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" data-autofocus onClick={() => answer(false)}>
            {no}
          </Button>
          <Button color={danger ? "coral" : "lagoon"} onClick={() => answer(true)}>
            {yes}
          </Button>
        </Group>
      </Dialog>
    </ConfirmContext>
  );
}
