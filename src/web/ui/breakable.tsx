import { Fragment } from "react";

/** A long word that, where it must break, breaks after its `@` before anywhere else. */
export function Breakable({ text }: { text: string }) {
  const [first = "", ...rest] = text.split("@");
  return (
    <>
      {first}
      {rest.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
        <Fragment key={index}>
          @<wbr />
          {part}
        </Fragment>
      ))}
    </>
  );
}
