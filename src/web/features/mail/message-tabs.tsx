import { Tabs } from "@mantine/core";
import { useMemo } from "react";
import { cspNonce } from "#web/platform/page-config.ts";
import classes from "./mail.module.css";
import { mailDocument } from "./mail-document.ts";

interface Props {
  message: { subject: string; html: string; text: string };
  /** The label of the first tab. */
  htmlLabel: string;
}

/** A mail's HTML and text, verbatim; the HTML in a frame that runs and loads nothing. */
export function MessageTabs({ message, htmlLabel }: Props) {
  const html = useMemo(() => mailDocument(message.html, cspNonce()), [message.html]);
  return (
    <Tabs defaultValue="html" mt="sm">
      <Tabs.List mb="sm">
        <Tabs.Tab value="html">{htmlLabel}</Tabs.Tab>
        <Tabs.Tab value="text">Text version</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="html">
        <iframe className={classes.frame} title={`Email: ${message.subject}`} sandbox="" srcDoc={html} />
      </Tabs.Panel>
      <Tabs.Panel value="text">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must be able to reach it */}
        <pre className={classes.text} tabIndex={0}>
          {message.text}
        </pre>
      </Tabs.Panel>
    </Tabs>
  );
}
