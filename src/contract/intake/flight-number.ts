/** Airline by IATA (two characters, one of them a letter) or ICAO (three letters), number, suffix. */
const FLIGHT = /^([A-Z]{2}|[A-Z]\d|\d[A-Z]|[A-Z]{3})[\s-]*(\d{1,4}[A-Z]?)$/i;

/** A flight number as `LH 762`; any other text, such as the name of a ship, as it is. */
export function plainFlightNumber(text: string): string {
  const [, airline, number] = FLIGHT.exec(text.trim()) ?? [];
  return airline === undefined || number === undefined ? text : `${airline} ${number}`.toUpperCase();
}
