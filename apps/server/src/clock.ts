/** What time it is, for whatever decides by time. Tests set it. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()
