/**
 * Words that an attacker on this service tries first, in addition to lists of leaked passwords. A password is refused
 * if, without digits and punctuation at its ends, it is one of them with at most two additional letters
 * ("Colombo#2026", but not "my desk1": four letters is the minimum). Lower case, letters a to z only, at least four.
 * The configured service and company names and the member's own name and e-mail are added.
 */
export const CONTEXT_WORDS: readonly string[] = [
  // The product and generic names for it.
  ..."arrival desk arrivaldesk backoffice console portal dashboard system server website online".split(" "),
  // Roles and workplaces.
  ..."admin administrator manager team teamlead telecaller caller night nightstaff staff office support agent".split(
    " ",
  ),
  ..."operator supervisor director owner user member guest worker sales helpdesk service".split(" "),
  // The trade.
  ..."arrivalcard card visa evisa etavisa passport travel traveller traveler tourist tourism holiday airport".split(
    " ",
  ),
  ..."immigration embassy border flight ticket trip order orders customer client application document".split(" "),
  // The country and its other names.
  ..."srilanka lanka lankan ceylon island serendib sinhala tamil cricket lion".split(" "),
  // Its cities and sights.
  ..."colombo kandy galle jaffna negombo trincomalee batticaloa anuradhapura polonnaruwa matara kurunegala".split(" "),
  ..."ratnapura badulla nuwaraeliya sigiriya dambulla ella mirissa bentota hikkaduwa katunayake bandaranaike".split(
    " ",
  ),
  // Typical initial passwords.
  ..."password passwort passcode secret welcome hello letmein changeme login signin access default temp test".split(
    " ",
  ),
  ..."company business spring summer autumn winter january february march april june july august".split(" "),
  ..."september october november december monday tuesday wednesday thursday friday saturday sunday".split(" "),
];
