/**
 * Passwords that are tried first everywhere: the heads of public lists of leaked passwords, with what people of this
 * service would think of. Lower case, no spaces. A sequence or a single repeated character is added by rule.
 */
const LISTED = `
password password1 password12 password123 passw0rd p@ssw0rd p@ssword pass123 pass1234 passpass letmein letmein1 welcome
welcome1 welcome123 admin1 admin12 admin123 admin1234 administrator root123 toor123 changeme changeme1 default1 guest123
test123 test1234 testtest testing temp123 temp1234 secret secret1 secret123 master master1 login123 login1 access access1
qwerty qwerty1 qwerty12 qwerty123 qwerty1234 qwertyuiop qwerty12345 azerty azerty123 qazwsx qazwsxedc 1q2w3e 1q2w3e4r
1q2w3e4r5t 1qaz2wsx zaq12wsx q1w2e3 q1w2e3r4 asdfgh asdfghjkl asdf1234 zxcvbn zxcvbnm abc123 abcd1234 a1b2c3 a1b2c3d4
abc12345 aa123456 a123456 a1234567 a12345678 123abc 123qwe 123qweasd qwe123 iloveyou iloveyou1 sunshine princess monkey
dragon football baseball superman batman trustno1 shadow michael jordan23 jennifer hunter2 hunter charlie george thomas
ashley daniel jessica andrew joshua matthew nicole amanda freedom whatever starwars computer internet samsung google
cricket srilanka srilanka1 srilanka123 colombo colombo1 colombo123 ceylon lanka123 kandy123 galle123 arrival arrival1
arrivalcard arrivaldesk arrival123 visa123 visa1234 visadesk evisa123 passport passport1 passport123 travel travel1
travel123 traveller manager manager1 manager123 telecaller telecaller1 nightstaff team123 team1234 staff123 staff1234
office123 company1 company123 support1 support123 monday friday summer summer1 winter spring autumn january february
123456 1234567 12345678 123456789 1234567890 12345678910 654321 87654321 987654321 0123456789 123123 123123123 112233
121212 111222 101010 123321 123454321 131313 147258 147258369 159357 159753 789456 789456123 456789 246810 666666 696969
`;

const listed = new Set(LISTED.split(/\s+/).filter((word) => word !== ""));

function isTrivial(key: string): boolean {
  if (/^(.)\1*$/u.test(key) || /^(.{2})\1+$/u.test(key)) return true;
  const codes = [...key].map((character) => character.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)));
  return steps.size === 1 && (steps.has(1) || steps.has(-1));
}

/** The common passwords, in the form of `searchKey`. */
export const COMMON_PASSWORDS = { has: (key: string): boolean => listed.has(key) || isTrivial(key) };
