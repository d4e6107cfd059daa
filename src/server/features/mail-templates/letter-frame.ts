import { Body, Button, Container, Head, Heading, Hr, Html, Preview, render, Text } from "@react-email/components";
import { createElement as h, type ReactNode } from "react";
import type { LetterText } from "./letter.ts";

const FONT = "Helvetica, Arial, sans-serif";
const INK = "#1b2733";
const styles = {
  body: { backgroundColor: "#f3f5f7", fontFamily: FONT, margin: 0, padding: "24px 0" },
  card: { backgroundColor: "#ffffff", borderRadius: "8px", maxWidth: "560px", padding: "32px" },
  title: { color: INK, fontSize: "22px", lineHeight: "28px", margin: "0 0 16px" },
  text: { color: INK, fontSize: "16px", lineHeight: "24px", margin: "0 0 16px" },
  button: {
    backgroundColor: "#0b5cab",
    borderRadius: "6px",
    color: "#ffffff",
    fontSize: "16px",
    fontWeight: "bold",
    padding: "12px 20px",
    textDecoration: "none",
  },
  rule: { borderColor: "#d8dee4", margin: "28px 0 16px" },
  small: { color: "#566573", fontSize: "13px", lineHeight: "20px", margin: "0 0 8px" },
} as const;

function letterFrame({ title, preview, greeting, paragraphs, link, footer }: LetterText): ReactNode {
  const lines = [greeting, ...paragraphs].map((line, index) => h(Text, { key: index, style: styles.text }, line));
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
  return h(
    Html,
    { lang: "en", dir: "ltr" },
    h(Head, null, h("title", null, title)),
    h(Preview, null, preview),
    h(Body, { style: styles.body }, card),
  );
}

/** The two forms of a letter. All styles are on the elements: mail programs drop style blocks. */
export async function renderLetter(letter: LetterText): Promise<{ html: string; text: string }> {
  const element = letterFrame(letter);
  const [html, text] = await Promise.all([render(element), render(element, { plainText: true })]);
  return { html, text };
}
