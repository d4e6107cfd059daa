/** Where this browser keeps whether a member has put the first steps away. */
export const firstStepsKey = (memberId: number | undefined) => `first-steps:${memberId}`;
