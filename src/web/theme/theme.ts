import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from "@mantine/core";

// Steps between white and the token colour, even in OKLCH; the token itself is the primary shade.
const lagoon: MantineColorsTuple = [
  "#eef7f6",
  "#cddfdd",
  "#a9c8c5",
  "#86b1ae",
  "#639a97",
  "#3f8480",
  "#0b6e6a",
  "#075e5b",
  "#044f4c",
  "#02403e",
];
const coral: MantineColorsTuple = [
  "#fff0ee",
  "#f8d4d1",
  "#f3b6b0",
  "#e99892",
  "#de7b74",
  "#d15c58",
  "#c23b3b",
  "#aa3433",
  "#932d2c",
  "#7c2525",
];

/** Slightly warm greys; Mantine uses them for skeletons, hover states and subtle icons. */
const gray: MantineColorsTuple = [
  "#faf8f4",
  "#f4f0e8",
  "#ebe6dc",
  "#ddd6c9",
  "#cdc5b6",
  "#a8a193",
  "#6f685c",
  "#55606a",
  "#3a444b",
  "#10242f",
];

/** Mantine's dark theme uses these for menus, dialogs and inputs: text at 0, surfaces from 4 on. */
const dark: MantineColorsTuple = [
  "#ece7dd",
  "#c6ccce",
  "#aab3b6",
  "#7f8d92",
  "#344147",
  "#2a363c",
  "#1a2429",
  "#12191d",
  "#0d1316",
  "#090d0f",
];

const ON_COLOR: Record<string, string> = { lagoon: "var(--ad-on-lagoon)", coral: "var(--ad-on-coral)" };

/** Text on a filled button is dark in the dark theme, where the fill is light. */
const variantColors: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  const on = ON_COLOR[input.color ?? input.theme.primaryColor];
  return input.variant === "filled" && on !== undefined ? { ...colors, color: on } : colors;
};

export const theme = createTheme({
  primaryColor: "lagoon",
  black: "#10242f", // The text colour of tokens.css: used by Mantine for black text, such as in an Alert.
  primaryShade: { light: 6, dark: 6 },
  colors: { lagoon, coral, gray, dark },
  variantColorResolver: variantColors,
  fontFamily: "var(--ad-font)",
  headings: { fontFamily: "var(--ad-font)", fontWeight: "650" },
  defaultRadius: 8,
  cursorType: "pointer",
  respectReducedMotion: true,
  // 14 px is the console's base: Mantine's "sm". Its default size is made the control's default too.
  fontSizes: { xs: "0.75rem", sm: "0.875rem", md: "0.875rem", lg: "1rem", xl: "1.25rem" },
  spacing: { xs: "0.5rem", sm: "0.75rem", md: "1rem", lg: "1.5rem", xl: "2rem" },
  // 991 and 767 px are the last widths below these.
  breakpoints: { xs: "30em", sm: "48em", md: "62em", lg: "75em", xl: "90em" },
  components: {
    Alert: { defaultProps: { variant: "light" } },
    Button: { defaultProps: { size: "sm" } },
    Modal: {
      defaultProps: { centered: true, transitionProps: { duration: 120 }, closeButtonProps: { "aria-label": "Close" } },
    },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 300 } },
    // Inside the page rather than at its end, so that menus belong to the landmark they are in.
    Menu: {
      defaultProps: {
        withinPortal: false,
        withInitialFocusPlaceholder: false,
        shadow: "md",
        transitionProps: { duration: 100 },
      },
    },
  },
});

function tokensOf(name: "lagoon" | "coral"): Record<string, string> {
  const text = name === "coral" ? "var(--ad-coral-ink)" : "var(--ad-lagoon)";
  return {
    [`--mantine-color-${name}-text`]: text,
    [`--mantine-color-${name}-filled`]: `var(--ad-${name})`,
    [`--mantine-color-${name}-filled-hover`]: name === "coral" ? "var(--ad-coral-ink)" : "var(--ad-lagoon-strong)",
    [`--mantine-color-${name}-light`]: `var(--ad-${name}-tint)`,
    [`--mantine-color-${name}-light-hover`]: `var(--ad-${name}-tint)`,
    [`--mantine-color-${name}-light-color`]: name === "coral" ? text : "var(--ad-lagoon-strong)",
    [`--mantine-color-${name}-outline`]: text,
    [`--mantine-color-${name}-outline-hover`]: `var(--ad-${name}-tint)`,
  };
}

const schemeTokens = {
  ...tokensOf("lagoon"),
  ...tokensOf("coral"),
  "--mantine-color-text": "var(--ad-ink)",
  "--mantine-color-body": "var(--ad-surface)",
  "--mantine-color-dimmed": "var(--ad-muted)",
  "--mantine-color-placeholder": "var(--ad-muted)",
  "--mantine-color-error": "var(--ad-coral-ink)",
  "--mantine-color-default": "var(--ad-surface)",
  "--mantine-color-default-hover": "var(--ad-sunk)",
  "--mantine-color-default-color": "var(--ad-ink)",
  "--mantine-color-default-border": "var(--ad-line)",
  "--mantine-color-disabled": "var(--ad-sunk)",
  "--mantine-color-disabled-color": "var(--ad-muted)",
  "--mantine-color-disabled-border": "var(--ad-line)",
  "--mantine-color-anchor": "var(--ad-lagoon)",
};

/** Maps Mantine's own variables to tokens.css, which has both themes; per theme, to outweigh Mantine's rules. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    "--mantine-shadow-md": "var(--ad-shadow)",
    "--mantine-shadow-xl": "var(--ad-shadow)",
    "--mantine-line-height": "1.5",
  },
  light: schemeTokens,
  dark: schemeTokens,
});
