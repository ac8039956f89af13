type Write = (detail: Record<string, unknown>, message: string) => void

/** Where features and jobs write what an operator may need; details never hold secrets. */
export type Log = { info: Write; warn: Write; error: Write }
