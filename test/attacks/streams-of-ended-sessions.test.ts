import { afterAll, beforeAll, expect, it } from "vitest";
import { SESSIONS_MAX } from "#contract/sessions/sessions.ts";
import type { TeamMember } from "#contract/team/team.ts";
import { call } from "#test/support/client.ts";
import { readEvents } from "#test/support/event-reader.ts";
import { startTestProgram, TEST_PASSWORD, type TestProgram } from "#test/support/test-program.ts";

/** Far below the 130 s after which the server closes any idle connection, which would end the stream too. */
const WITHOUT_ASKING = { timeout: 45_000 };

let program: TestProgram;
let admin: string;
let members: TeamMember[];

beforeAll(async () => {
  program = await startTestProgram({ services: { live: { heartbeatMs: 600_000 } } });
  admin = await program.signIn("Admin");
  members = (await call<TeamMember[]>(program.address, "GET", "/api/admin/get-team-member-list", { token: admin })).body
    .data;
});
afterAll(() => program.stop());

async function signIn(email: string, password = TEST_PASSWORD): Promise<string> {
  const { body } = await call(program.address, "POST", "/api/admin/admin-login", { body: { email, password } });
  return body.jwtToken as string;
}
function memberOf(role: TeamMember["type"]): TeamMember {
  const found = members.find(({ type }) => type === role);
  if (found === undefined) throw new Error(`no ${role}`);
  return found;
}
async function send(method: "POST" | "PUT", path: string, token: string, body: unknown): Promise<void> {
  const answer = await call(program.address, method, `/api/admin/${path}`, { token, body });
  expect([path, answer.code, answer.body.message]).toEqual([path, 200, expect.any(String)]);
}
const night = () => memberOf("Night Staff");
const edited = ({ id, name, email, type }: TeamMember) => ({ tmId: id, name, email, type });

const ends: [string, TeamMember["type"], (lost: string, email: string) => Promise<void>][] = [
  ["signs out", "Team", (lost) => send("POST", "logout", lost, {})],
  [
    "ends all other sessions",
    "Team",
    async (_lost, email) => send("PUT", "end-sessions", await signIn(email), { others: true }),
  ],
  [
    "confirms who they are, which renews the token",
    "Team",
    (lost) => send("POST", "confirm-identity", lost, { password: TEST_PASSWORD }),
  ],
  [
    "signs in on more than ten devices",
    "Team",
    async (_lost, email) => {
      for (let count = 0; count < SESSIONS_MAX; count += 1) await signIn(email);
    },
  ],
  [
    "changes the password elsewhere",
    "Telecaller",
    async (_lost, email) => send("POST", "change-password", await signIn(email), { newPassword: "louder ocean 5" }),
  ],
  [
    "is signed out by an Admin",
    "Manager",
    () => send("PUT", "end-member-sessions", admin, { teamMemberId: memberOf("Manager").id }),
  ],
  [
    "gets another role",
    "Night Staff",
    () => send("POST", "update-team-member", admin, { ...edited(night()), type: "Team" }),
  ],
  ["is removed", "Night Staff", () => send("PUT", "delete-team-member", admin, { teamMemberId: night().id })],
];

it.each(ends)("a stream ends with its session when the member %s", async (_what, role, end) => {
  const { email } = memberOf(role);
  const lost = await signIn(email);
  const reader = await readEvents(program.address, lost);
  await reader.next("counts");
  let isOver = false;
  void reader.ended.then(() => {
    isOver = true;
  });
  await end(lost, email);
  await expect.poll(() => isOver, WITHOUT_ASKING).toBe(true);
});
