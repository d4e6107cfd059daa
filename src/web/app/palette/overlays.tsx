import { Skeleton } from "@mantine/core";
import { isCovered, useShortcut } from "#web/platform/use-shortcut.ts";
import { afterClosing, Dialog } from "#web/ui/dialog.tsx";
import { LoadedPart } from "#web/ui/loaded-part.tsx";
import { useTypedAhead } from "./use-typed-ahead.ts";

/** The open overlay: the command palette, the help, or none. */
export type Overlay = "palette" | "help" | null;

interface Props {
  shown: Overlay;
  onShow: (overlay: Overlay) => void;
}

export const loadPalette = async () => (await import("./palette.tsx")).Palette;
const loadHelp = async () => (await import("./help.tsx")).Help;

/** Opens the two overlays by their shortcuts and renders them; their contents are loaded on first use. */
export function Overlays({ shown, onShow }: Props) {
  const close = () => onShow(null);
  const takeTyped = useTypedAhead(shown === "palette");
  useShortcut("palette", () => {
    if (shown === "palette") close();
    else if (!isCovered()) onShow("palette");
  });
  useShortcut("help", () => onShow("help"));

  const choose = (run: () => void) => {
    close();
    afterClosing(run);
  };
  const skeleton = <Skeleton height="min(506px, 65vh)" radius={4} />;
  return (
    <>
      <Dialog isOpen={shown === "palette"} onClose={close} title="Jump to a page or an order" size="lg" isInstant>
        <LoadedPart
          load={loadPalette}
          props={{ takeTyped, onChoose: choose, onHelp: () => onShow("help") }}
          skeleton={skeleton}
        />
      </Dialog>
      <Dialog isOpen={shown === "help"} onClose={close} title="Help" isInstant>
        <LoadedPart load={loadHelp} props={{}} skeleton={skeleton} />
      </Dialog>
    </>
  );
}
