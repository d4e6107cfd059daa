/** Source of the current time; tests and the demo replace it. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
