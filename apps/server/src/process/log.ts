type Write = (detail: Record<string, unknown>, message: string) => void

/** The log of features and jobs for operators; details never contain secrets. */
export type Log = { info: Write; warn: Write; error: Write }
