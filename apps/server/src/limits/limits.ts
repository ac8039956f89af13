const kib = 1024
const mib = 1024 * kib

type Unit = 'bytes' | 'requests' | 'attempts' | 'runs' | 'ms' | 'connections' | 'organizations'

type LimitEntry = {
  /** The environment variable that changes it. */
  variable: `BASALT_LIMIT_${string}`
  unit: Unit
  initial: number
  least: number
  /** One sentence for README, `/metrics` and error texts. */
  about: string
}

/**
 * Every limit on what one caller or project uses of the process. The initial values suit 512 MB of
 * memory. No other file has such a number.
 */
export const limitEntries = {
  messageBytes: {
    variable: 'BASALT_LIMIT_MESSAGE_BYTES',
    unit: 'bytes',
    initial: 64 * mib,
    least: 64 * kib,
    about: 'One message from PostgreSQL: a row, a notice, an error.',
  },
  batchBytes: {
    variable: 'BASALT_LIMIT_BATCH_BYTES',
    unit: 'bytes',
    initial: mib,
    least: 16 * kib,
    about: 'Rows of a result that are buffered before they are sent.',
  },
  openResultBytes: {
    variable: 'BASALT_LIMIT_OPEN_RESULT_BYTES',
    unit: 'bytes',
    initial: 96 * mib,
    least: mib,
    about: 'All results read from PostgreSQL, and responses that are not sent yet.',
  },
  saveBytes: {
    variable: 'BASALT_LIMIT_SAVE_BYTES',
    unit: 'bytes',
    initial: 32 * mib,
    least: 64 * kib,
    about: 'Rows of one save in the table editor or of one undo, before and after.',
  },
  openBodyBytes: {
    variable: 'BASALT_LIMIT_OPEN_BODY_BYTES',
    unit: 'bytes',
    initial: 96 * mib,
    least: mib,
    about: 'All request bodies that are being received.',
  },
  anonymousBodyBytes: {
    variable: 'BASALT_LIMIT_ANONYMOUS_BODY_BYTES',
    unit: 'bytes',
    initial: 128 * kib,
    least: kib,
    about: 'A request body that is received before the caller is authenticated.',
  },
  webhookBodyBytes: {
    variable: 'BASALT_LIMIT_WEBHOOK_BODY_BYTES',
    unit: 'bytes',
    initial: 512 * kib,
    least: kib,
    about: 'The body of a signed webhook, received before its signature is checked.',
  },
  queuedRunsPerProject: {
    variable: 'BASALT_LIMIT_QUEUED_RUNS_PER_PROJECT',
    unit: 'runs',
    initial: 50,
    least: 1,
    about: 'SQL runs waiting for a connection of one project.',
  },
  queuedRunsPerAccount: {
    variable: 'BASALT_LIMIT_QUEUED_RUNS_PER_ACCOUNT',
    unit: 'runs',
    initial: 10,
    least: 1,
    about: 'SQL runs of one account waiting for a connection.',
  },
  openRequestsPerAddress: {
    variable: 'BASALT_LIMIT_OPEN_REQUESTS_PER_ADDRESS',
    unit: 'requests',
    initial: 512,
    least: 8,
    about: 'Open requests of one IP address.',
  },
  openRequestsPerAccount: {
    variable: 'BASALT_LIMIT_OPEN_REQUESTS_PER_ACCOUNT',
    unit: 'requests',
    initial: 128,
    least: 8,
    about: 'Open requests of one account.',
  },
  openRunsPerAccount: {
    variable: 'BASALT_LIMIT_OPEN_RUNS_PER_ACCOUNT',
    unit: 'runs',
    initial: 24,
    least: 1,
    about: 'SQL runs of one account, running or waiting, in all projects.',
  },
  gatewayRequestsPerAddress: {
    variable: 'BASALT_LIMIT_GATEWAY_REQUESTS_PER_ADDRESS',
    unit: 'requests',
    initial: 6000,
    least: 10,
    about: 'Requests of one IP address to the APIs of projects in a minute.',
  },
  gatewayRequestsPerProject: {
    variable: 'BASALT_LIMIT_GATEWAY_REQUESTS_PER_PROJECT',
    unit: 'requests',
    initial: 12_000,
    least: 10,
    about: 'Requests to the API of one project in a minute.',
  },
  gatewayHealthMs: {
    variable: 'BASALT_LIMIT_GATEWAY_HEALTH_MS',
    unit: 'ms',
    initial: 2000,
    least: 100,
    about: "The answer of a project's database to its health check.",
  },
  wrongPasswordsPerAccount: {
    variable: 'BASALT_LIMIT_WRONG_PASSWORDS_PER_ACCOUNT',
    unit: 'attempts',
    initial: 100,
    least: 10,
    about:
      'Wrong passwords for one account in 15 minutes, from browsers that never signed in to it.',
  },
  statementMs: {
    variable: 'BASALT_LIMIT_STATEMENT_MS',
    unit: 'ms',
    initial: 10_000,
    least: 100,
    about: "The server's own statements, except queries, imports and exports of users.",
  },
  cancelMs: {
    variable: 'BASALT_LIMIT_CANCEL_MS',
    unit: 'ms',
    initial: 10_000,
    least: 200,
    about: 'The wait for PostgreSQL to confirm a cancellation, before its connection is closed.',
  },
  stopMs: {
    variable: 'BASALT_LIMIT_STOP_MS',
    unit: 'ms',
    initial: 80_000,
    least: 1000,
    about:
      'Stopping the server with its databases; then it exits, and databases that still run keep running.',
  },
  preloadMs: {
    variable: 'BASALT_LIMIT_PRELOAD_MS',
    unit: 'ms',
    initial: 1000,
    least: 50,
    about: 'The API calls of a page that are answered together with it.',
  },
  bodyMs: {
    variable: 'BASALT_LIMIT_BODY_MS',
    unit: 'ms',
    initial: 30_000,
    least: 500,
    about: 'A request body of up to 1 MiB, from its first byte to its last.',
  },
  stalledMs: {
    variable: 'BASALT_LIMIT_STALLED_MS',
    unit: 'ms',
    initial: 60_000,
    least: 500,
    about: 'A connection without progress: an upload that stalls, a response that is not read.',
  },
  stalledBytes: {
    variable: 'BASALT_LIMIT_STALLED_BYTES',
    unit: 'bytes',
    initial: 16 * kib,
    least: 1,
    about: 'A body that receives less in BASALT_LIMIT_STALLED_MS makes no progress.',
  },
  readerStatementMs: {
    variable: 'BASALT_LIMIT_READER_STATEMENT_MS',
    unit: 'ms',
    initial: 300_000,
    least: 1000,
    about: 'A statement of a read-only member, regardless of the session settings.',
  },
  freeDiskBytes: {
    variable: 'BASALT_LIMIT_FREE_DISK_BYTES',
    unit: 'bytes',
    initial: 512 * mib,
    least: 16 * mib,
    about: 'Free space on the disk of the data directory below which every project is read-only.',
  },
  logStoreBytes: {
    variable: 'BASALT_LIMIT_LOG_STORE_BYTES',
    unit: 'bytes',
    initial: 8192 * mib,
    least: 64 * mib,
    about: 'Logs of all projects; beyond it the oldest days are deleted.',
  },
  organizationsPerAccount: {
    variable: 'BASALT_LIMIT_ORGANIZATIONS_PER_ACCOUNT',
    unit: 'organizations',
    initial: 30,
    least: 1,
    about: 'Organizations owned by one account.',
  },
} as const satisfies Record<string, LimitEntry>

type LimitName = keyof typeof limitEntries
export type Limits = Readonly<Record<LimitName, number>>

export const limitNames = Object.keys(limitEntries) as LimitName[]

export const initialLimits: Limits = Object.fromEntries(
  limitNames.map((name) => [name, limitEntries[name].initial]),
) as Record<LimitName, number>

export const limitVariables: readonly string[] = limitNames.map(
  (name) => limitEntries[name].variable,
)

/**
 * Reads the limits from the environment.
 *
 * @returns the limits, and one sentence for each value that is not a whole number of at
 * least the least value that works.
 */
export function readLimits(env: Readonly<Record<string, string | undefined>>): {
  limits: Limits
  faults: string[]
} {
  const faults: string[] = []
  const limits: Record<LimitName, number> = { ...initialLimits }
  for (const name of limitNames) {
    const { variable, unit, least } = limitEntries[name]
    const text = env[variable]?.trim()
    if (text === undefined || text === '') continue
    const value = /^\d{1,15}$/u.test(text) ? Number(text) : Number.NaN
    if (value >= least) limits[name] = value
    else
      faults.push(
        `${variable} must be a whole number of ${unit}, at least ${least}, not "${text}".`,
      )
  }
  return { limits, faults }
}
