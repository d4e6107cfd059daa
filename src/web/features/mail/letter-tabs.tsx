import "@mantine/core/styles/Tabs.css";
import { Tabs } from "@mantine/core";
import { useMemo } from "react";
import { cspNonce } from "#web/platform/page-config.ts";
import classes from "./mail.module.css";
import { mailDocument } from "./mail-document.ts";

interface Props {
  letter: { subject: string; html: string; text: string };
  /** The name of the first tab. */
  htmlLabel: string;
}

/** The two forms of a mail, letter for letter; the HTML in a frame that runs nothing and loads nothing. */
export function LetterTabs({ letter, htmlLabel }: Props) {
  const html = useMemo(() => mailDocument(letter.html, cspNonce()), [letter.html]);
  return (
    <Tabs defaultValue="html" mt="sm">
      <Tabs.List mb="sm">
        <Tabs.Tab value="html">{htmlLabel}</Tabs.Tab>
        <Tabs.Tab value="text">Text version</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="html">
        <iframe className={classes.frame} title={`Email: ${letter.subject}`} sandbox="" srcDoc={html} />
      </Tabs.Panel>
      <Tabs.Panel value="text">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must be able to reach it */}
        <pre className={classes.text} tabIndex={0}>
          {letter.text}
        </pre>
      </Tabs.Panel>
    </Tabs>
  );
}
