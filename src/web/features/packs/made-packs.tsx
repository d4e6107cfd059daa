import { Button, Title } from "@mantine/core";
import { IconExternalLink, IconFileTypePdf } from "@tabler/icons-react";
import { useState } from "react";
import { formatDateTimeUtc } from "#contract/dates.ts";
import type { DefencePack } from "#contract/packs/packs.ts";
import { CopyButton } from "#web/ui/copy-button.tsx";
import line from "#web/ui/file-line.module.css";
import { packFacts } from "./pack-labels.ts";
import classes from "./packs.module.css";

const SHORT_HASH = 12;
const LIMIT = 5;

interface Props {
  /** Newest first. */
  packs: readonly DefencePack[];
  busy: "make" | number | null;
  onOpen: (pack: DefencePack) => void;
}

/** The stored packs; each opens byte for byte as it was created. */
export function MadePacks({ packs, busy, onOpen }: Props) {
  const [isWhole, setWhole] = useState(false);
  return (
    <div>
      <Title order={3} size="0.875rem">
        Made before
      </Title>
      {packs.length === 0 && <p className={classes.none}>None yet. Packs are kept and can be opened again.</p>}
      {packs.length > 0 && (
        <ul className={classes.packs}>
          {packs.slice(0, isWhole ? packs.length : LIMIT).map((pack) => (
            <li key={pack.id} className={`${line.line} ${classes.made}`}>
              <IconFileTypePdf className={line.icon} size={24} stroke={1.5} aria-hidden />
              <About pack={pack} />
              <Button
                variant="subtle"
                size="xs"
                loading={busy === pack.id}
                disabled={busy !== null}
                leftSection={<IconExternalLink size={16} aria-hidden />}
                aria-label={`Open the pack of ${formatDateTimeUtc(pack.create_ts)}`}
                onClick={() => onOpen(pack)}
              >
                Open
              </Button>
            </li>
          ))}
        </ul>
      )}
      {packs.length > LIMIT && (
        <Button variant="subtle" size="xs" mt="xs" onClick={() => setWhole(!isWhole)}>
          {isWhole ? `Show the latest ${LIMIT}` : `Show all ${packs.length}`}
        </Button>
      )}
    </div>
  );
}

function About({ pack }: { pack: DefencePack }) {
  const { create_ts, created_by, sha256, override_reason } = pack;
  return (
    <div className={line.about}>
      <p className={classes.when}>
        {`${formatDateTimeUtc(create_ts)} UTC${created_by === null ? "" : ` by ${created_by}`}`}
      </p>
      <p className={line.facts}>
        <span>{packFacts(pack)}</span>
        {" · "}
        <span className={line.hash}>
          <span title={sha256}>{`SHA-256 ${sha256.slice(0, SHORT_HASH)}…`}</span>
          <CopyButton value={sha256} what="SHA-256" />
        </span>
      </p>
      {override_reason !== null && <p className={line.facts}>{`Made anyway: ${override_reason}`}</p>}
    </div>
  );
}
