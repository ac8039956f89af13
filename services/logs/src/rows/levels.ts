/** How serious a row is. The numbers are stored and never change. */
export const levelNumbers = { debug: 10, info: 20, warning: 30, error: 40, fatal: 50 } as const

export type LogLevel = keyof typeof levelNumbers

export const logLevels = Object.keys(levelNumbers) as LogLevel[]

const levelOfNumber = new Map<number, LogLevel>(
  logLevels.map((level) => [levelNumbers[level], level]),
)

/** For comparing levels: a more serious one has a larger rank. */
export const levelRank = (level: LogLevel): number => levelNumbers[level]

export const levelOf = (number: number): LogLevel => levelOfNumber.get(number) ?? 'info'
