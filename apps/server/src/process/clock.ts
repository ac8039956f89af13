/** The current time, for all decisions that depend on it. Tests set it. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()
