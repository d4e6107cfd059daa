import { Dialog } from "#web/ui/dialog.tsx";
import { LoadedPart } from "#web/ui/loaded-part.tsx";
import type { PackContentProps } from "./pack-content.tsx";
import { PACK_NAMES } from "./pack-labels.ts";
import { PackSkeleton } from "./pack-skeleton.tsx";

const loadContent = async () => (await import("./pack-content.tsx")).PackContent;

interface Props extends PackContentProps {
  isOpen: boolean;
  onClose: () => void;
}

/** What a defence pack lacks, and the pack; its script is loaded when it is first opened. */
export function PackDialog({ isOpen, onClose, ...rest }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={PACK_NAMES[rest.type]} size="lg">
      <LoadedPart key={rest.type} load={loadContent} props={rest} skeleton={<PackSkeleton />} />
    </Dialog>
  );
}
