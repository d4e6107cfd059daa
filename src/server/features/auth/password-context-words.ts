const words = (text: string) => text.split(" ");

/**
 * Words that an attacker on this service tries first, in addition to lists of leaked passwords. A password is refused
 * if, without digits and punctuation at its ends, it is one of them with at most two additional letters
 * ("Colombo#2026", but not "my desk1": four letters is the minimum). Lower case, letters a to z only, at least four.
 * The configured service and company names and the member's own name and e-mail are added.
 */
export const CONTEXT_WORDS: readonly string[] = [
  // The product and generic names for it.
  ...words("arrival desk arrivaldesk backoffice console portal dashboard system server website online"),
  // Roles and workplaces.
  ...words("admin administrator manager team teamlead telecaller caller night nightstaff staff office support agent"),
  ...words("operator supervisor director owner user member guest worker sales helpdesk service"),
  // The trade.
  ...words("arrivalcard card visa evisa etavisa passport travel traveller traveler tourist tourism holiday airport"),
  ...words("immigration embassy border flight ticket trip order orders customer client application document"),
  // The country and its other names.
  ...words("srilanka lanka lankan ceylon island serendib sinhala tamil cricket lion"),
  // Its cities and sights.
  ...words("colombo kandy galle jaffna negombo trincomalee batticaloa anuradhapura polonnaruwa matara kurunegala"),
  ...words("ratnapura badulla nuwaraeliya sigiriya dambulla ella mirissa bentota hikkaduwa katunayake bandaranaike"),
  // Typical initial passwords.
  ...words("password passwort passcode secret welcome hello letmein changeme login signin access default temp test"),
  ...words("company business spring summer autumn winter january february march april june july august"),
  ...words("september october november december monday tuesday wednesday thursday friday saturday sunday"),
];
