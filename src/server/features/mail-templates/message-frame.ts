import { createElement as h, type ReactNode } from "react";
import { Body, Button, Container, Head, Heading, Hr, Html, Preview, render, Text } from "react-email";
import { directionOf, type Language } from "#contract/tracking/visitor-languages.ts";

/** The content of a message, to be put into the common frame. React escapes all of it. */
export interface MessageText {
  title: string;
  /** Preview line that mail programs show after the subject. */
  preview: string;
  /** Absent in a message that a member wrote, which has its own. */
  greeting?: string;
  /** Line ends within a paragraph are kept. */
  paragraphs: string[];
  link: { label: string; url: string };
  footer: string;
  /** Of the frame, English by default; each paragraph has the direction of its own text. */
  language?: Language;
}

const FONT = "Helvetica, Arial, sans-serif";
// The product's light theme (src/web/theme/tokens.css).
const INK = "#10242f";
const styles = {
  body: { backgroundColor: "#f8f5ef", fontFamily: FONT, margin: 0, padding: "24px 0" },
  card: { backgroundColor: "#fffdf9", borderRadius: "8px", maxWidth: "560px", padding: "32px" },
  title: { color: INK, fontSize: "22px", lineHeight: "28px", margin: "0 0 16px" },
  text: { color: INK, fontSize: "16px", lineHeight: "24px", margin: "0 0 16px" },
  button: {
    backgroundColor: "#0b6e6a",
    borderRadius: "6px",
    color: "#ffffff",
    fontSize: "16px",
    fontWeight: "bold",
    padding: "12px 20px",
    textDecoration: "none",
  },
  rule: { borderColor: "#ddd6c9", borderTop: "1px solid #ddd6c9", margin: "28px 0 16px" },
  small: { color: "#55606a", fontSize: "13px", lineHeight: "20px", margin: "0 0 8px" },
} as const;

function messageFrame({ title, preview, greeting, paragraphs, link, footer, language = "en" }: MessageText): ReactNode {
  const [all, own] = greeting === undefined ? [paragraphs, { dir: "auto" }] : [[greeting, ...paragraphs], {}];
  const lines = all.map((text, index) => h(Text, { key: index, style: styles.text, ...own }, withLineEnds(text)));
  const card = h(
    Container,
    { style: styles.card },
    h(Heading, { as: "h1", style: styles.title }, title),
    lines,
    h(Button, { href: link.url, style: styles.button }, link.label),
    h(Hr, { style: styles.rule }),
    h(Text, { style: styles.small }, footer),
    h(Text, { style: styles.small }, link.url),
  );
  // Some mail programs keep the body's attributes alone.
  const inLanguage = { lang: language, dir: directionOf(language) };
  return h(
    Html,
    inLanguage,
    h(Head, null, h("title", null, title)),
    // biome-ignore lint/correctness/noChildrenProp: Preview's type requires them as a property
    h(Preview, { useTitleTag: false, children: preview }),
    h(Body, { style: styles.body, ...inLanguage }, card),
  );
}

function withLineEnds(text: string): ReactNode {
  return text.split("\n").flatMap((line, index) => (index === 0 ? [line] : [h("br", { key: index }), line]));
}

/** HTML and text of a message. All styles are inline: mail programs drop style blocks. */
export async function renderMessage(message: MessageText): Promise<{ html: string; text: string }> {
  const element = messageFrame(message);
  const [html, text] = await Promise.all([render(element), render(element, { plainText: true })]);
  return { html, text };
}
