import { Alert, Anchor, Button, Group, Text, Textarea } from "@mantine/core";
import { IconDownload, IconExternalLink, IconFileCertificate } from "@tabler/icons-react";
import { useEffect, useId, useRef } from "react";
import * as z from "zod";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { PACK_MESSAGES } from "#contract/packs/messages.ts";
import { OVERRIDE_REASON_MAX, type PackPreflight, type PackType } from "#contract/packs/packs.ts";
import { requiredLine } from "#contract/text-schemas.ts";
import { registerField, resetSaved, showFieldErrors, useContractForm } from "#web/platform/form.ts";
import { useCan } from "#web/platform/use-can.ts";
import { PACK_NAMES } from "./pack-labels.ts";
import classes from "./packs.module.css";
import type { PackFile, usePackFile } from "./use-pack-file.ts";

/** The override form: the field that is optional on the wire is required here. */
const overrideFormSchema = z.object({
  overrideReason: requiredLine(PACK_MESSAGES.packOverrideReasonRequired, OVERRIDE_REASON_MAX),
});

interface Props {
  order: OrderDetails;
  type: PackType;
  preflight: PackPreflight;
  files: ReturnType<typeof usePackFile>;
}

/** The button that makes the pack, or why it can't be made; members who may override see how. */
export function MakePack({ order, type, preflight, files }: Props) {
  const { busy, file, make } = files;
  const mayOverride = useCan("packs:override");
  const reason = useId();
  const isDeleted = order.process_status === "Deleted";
  const isRed = preflight.level === "red";
  const why = isDeleted ? PACK_MESSAGES.packDeleted : isRed ? RED : null;
  const button = useFocusAfter(busy === "make");
  return (
    <div>
      <Group gap="sm">
        <Button
          ref={button}
          leftSection={<IconFileCertificate size={18} aria-hidden />}
          loading={busy === "make" && !isRed}
          disabled={why !== null || busy !== null}
          {...(why !== null && { "aria-describedby": reason })}
          onClick={() => void make(null)}
        >
          Make and open
        </Button>
        <span role="status" className={classes.progress}>
          {busy === "make" && `Making ${PACK_NAMES[type]}…`}
        </span>
      </Group>
      {why !== null && (
        <Text id={reason} size="sm" c="dimmed" mt="xs">
          <span>{why}</span> {isRed && !isDeleted && !mayOverride && <span>{PACK_MESSAGES.packOverrideForbidden}</span>}
        </Text>
      )}
      {isRed && !isDeleted && mayOverride && <MakeAnyway files={files} />}
      {file !== null && <Opened file={file} type={type} />}
    </div>
  );
}

const RED = "The pack can't be created until these are added.";

/** Returns the focus to a button that was disabled while its work was running; a disabled button loses it. */
function useFocusAfter(isBusy: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasBusy = useRef(isBusy);
  useEffect(() => {
    const isOver = wasBusy.current && !isBusy;
    wasBusy.current = isBusy;
    const { activeElement } = document;
    const isLost = activeElement === null || activeElement === document.body;
    if (isOver && isLost) button.current?.focus({ preventScroll: true });
  }, [isBusy]);
  return button;
}

/** A Manager or an Admin overrides the check with a reason, which is stored in the order's timeline. */
function MakeAnyway({ files: { busy, make } }: Pick<Props, "files">) {
  const form = useContractForm(overrideFormSchema, { overrideReason: "" });
  const button = useFocusAfter(busy === "make");
  const submit = form.handleSubmit(async ({ overrideReason }) => {
    const error = await make(overrideReason);
    if (error === null) resetSaved(form);
    else showFieldErrors(form, error);
  });
  return (
    <form onSubmit={submit} noValidate className={classes.anyway}>
      <Textarea
        label="Reason for making it anyway"
        description="It is recorded in the order's history, not in the pack."
        withAsterisk
        autosize
        minRows={1}
        maxRows={4}
        {...registerField(form, "overrideReason")}
      />
      <Button
        ref={button}
        type="submit"
        variant="outline"
        color="coral"
        loading={busy === "make"}
        disabled={busy !== null}
      >
        Make it anyway
      </Button>
    </form>
  );
}

/** The pack was made: it is open in its tab, or linked here if the browser blocked the tab. */
function Opened({ file: { url, name, isBlocked }, type }: { file: PackFile; type: PackType }) {
  return (
    <Alert color={isBlocked ? "saffron" : "lagoon"} mt="sm" role="status">
      <div className={classes.note}>
        <span>
          {isBlocked
            ? `Your browser did not open a new tab. ${PACK_NAMES[type]} is here:`
            : `${PACK_NAMES[type]} is open in a new tab.`}
        </span>
        <span className={classes.links}>
          {isBlocked && (
            <Anchor href={url} target="_blank" rel="noopener" inherit>
              <IconExternalLink size={16} aria-hidden /> <span>{`Open ${PACK_NAMES[type]}`}</span>
            </Anchor>
          )}
          <Anchor href={url} download={name} inherit>
            <IconDownload size={16} aria-hidden /> Save as a file
          </Anchor>
        </span>
      </div>
    </Alert>
  );
}
