import { useLocalStorage } from "@mantine/hooks";

export const DENSITIES = ["comfortable", "compact"] as const;
export type Density = (typeof DENSITIES)[number];

/** How high the rows of lists are in this browser, and its change. */
export function useDensity(): [Density, (density: Density) => void] {
  const [density, setDensity] = useLocalStorage<Density>({
    key: "density",
    defaultValue: "comfortable",
    getInitialValueInEffect: false,
    serialize: String,
    deserialize: (text) => DENSITIES.find((density) => density === text) ?? "comfortable",
  });
  return [density, setDensity];
}
