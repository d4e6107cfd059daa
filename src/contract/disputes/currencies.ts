/** The codes of current money in ISO 4217 that the runtime knows, sorted. */
export const CURRENCIES: readonly string[] = Intl.supportedValuesOf("currency");
const known = new Set(CURRENCIES);

export const isCurrency = (code: string) => known.has(code);

/** Minor units that are not 2, from the table of ISO 4217; `Intl` follows CLDR, which rounds HUF and IDR. */
const MINOR_UNITS = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF",
  3: "BHD IQD JOD KWD LYD OMR TND",
};
const decimals = new Map(
  Object.entries(MINOR_UNITS).flatMap(([units, codes]) =>
    codes.split(" ").map((code) => [code, Number(units)] as const),
  ),
);

/** How many decimals amounts of a currency have: 2 for USD and for an unknown one, 0 for JPY, 3 for KWD. */
export const minorUnits = (code: string | null) => decimals.get(code ?? "") ?? 2;

/** Significant decimals of an amount: 1 of `5.10`, none of `5.00` and of what is no amount. */
export const decimalsOf = (amount: string) => /^\d+\.(\d{1,4}?)0*$/.exec(amount)?.[1]?.replace(/0$/, "").length ?? 0;
