import { Fragment } from "react";

/**
 * A long word that preferably breaks after its `@`: an address, a name. It is data, so a browser that translates the page
 * leaves it alone.
 */
export function Breakable({ text }: { text: string }) {
  const parts = text.split("@");
  const last = parts.pop();
  return (
    <span translate="no">
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text are never reordered
        <Fragment key={index}>
          <span>{`${part}@`}</span>
          <wbr />
        </Fragment>
      ))}
      <span>{last}</span>
    </span>
  );
}
