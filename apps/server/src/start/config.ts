import { isIP } from 'node:net'
import { isAbsolute, resolve } from 'node:path'

import { disableableFeatures } from '@basalt/catalog'

import { isLocalUrl } from '../http/local-call.ts'
import { type Limits, limitVariables, readLimits } from '../limits/limits.ts'

export type Config = {
  mode: 'platform' | 'self-hosted'
  host: string
  port: number
  /** Absolute. */
  dataDir: string
  /** Whether the operator chose the data directory or it is the default. */
  isDataDirChosen: boolean
  /** Origin that users see, without a trailing slash. */
  publicUrl: string
  /** Addresses or networks of proxies whose forwarding headers are trusted. */
  trustedProxies: readonly string[]
  /** Private networks with servers that users may name. */
  allowedNetworks: readonly string[]
  /** Whom people write to when they cannot get in. */
  supportEmail: string
  /** Where consented events are posted; null keeps them in the log. */
  telemetryUrl: string | null
  /** A forum where people talk about feature previews. */
  discussionsUrl: string | null
  /** Where reports of exceptions are posted; null keeps them in the log. */
  errorReportUrl: string | null
  /** Where traces of this server are sent, and which share of them; null sends none. */
  otlp: { url: string; sample: number } | null
  systemDatabaseUrl: string | null
  /** ClickHouse for the logs; null keeps them in the system database. */
  logsUrl: string | null
  projectDatabaseUrl: string | null
  postgresDir: string | null
  secretKey: string | null
  smtpUrl: string | null
  disabledFeatures: readonly string[]
  adminPassword: string | null
  github: { clientId: string; clientSecret: string } | null
  /** Cards are taken with Stripe; without it the operator marks invoices as paid. */
  stripe: { secretKey: string; webhookSecret: string } | null
  /** The AI model of the assistant: any server with OpenAI's chat completions. */
  model: { baseUrl: string; name: string; apiKey: string | null } | null
  /** True outside production: the design page, the longer error texts. */
  development: boolean
  /** Limits on what one caller or project uses of the process. */
  limits: Limits
}

/** Everything that is wrong with the environment, one sentence a line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

type Environment = Readonly<Record<string, string | undefined>>

const known = new Set([
  'BASALT_PORT',
  'BASALT_HOST',
  'BASALT_DATA_DIR',
  'BASALT_MODE',
  'BASALT_PUBLIC_URL',
  'BASALT_TRUSTED_PROXIES',
  'BASALT_ALLOWED_NETWORKS',
  'BASALT_SUPPORT_EMAIL',
  'BASALT_TELEMETRY_URL',
  'BASALT_DISCUSSIONS_URL',
  'BASALT_ERROR_REPORT_URL',
  'BASALT_OTLP_URL',
  'BASALT_OTLP_SAMPLE',
  'BASALT_SYSTEM_DATABASE_URL',
  'BASALT_LOGS_URL',
  'BASALT_PROJECT_DATABASE_URL',
  'BASALT_POSTGRES_DIR',
  'BASALT_SECRET_KEY',
  'BASALT_SMTP_URL',
  'BASALT_DISABLED_FEATURES',
  'BASALT_ADMIN_PASSWORD',
  'BASALT_GITHUB_CLIENT_ID',
  'BASALT_GITHUB_CLIENT_SECRET',
  'BASALT_STRIPE_SECRET_KEY',
  'BASALT_STRIPE_WEBHOOK_SECRET',
  'BASALT_AI_BASE_URL',
  'BASALT_AI_MODEL',
  'BASALT_AI_API_KEY',
  'BASALT_ENV',
  // Read by the program that starts the server.
  'BASALT_WATCHDOG_SECONDS',
  ...limitVariables,
])

/** The configuration of this process; relative paths start where it was started. */
export const readConfig = (): Config => parseConfig(process.env, process.cwd())

/**
 * Reads the configuration once.
 *
 * @throws ConfigError that names every invalid variable, and its expected form.
 */
export function parseConfig(env: Environment, directory: string): Config {
  const faults: string[] = []
  const read = reader(env, faults)
  for (const name of Object.keys(env)) {
    if (name.startsWith('BASALT_') && !known.has(name))
      faults.push(`${name} is not a known setting.`)
  }

  const mode = read.oneOf('BASALT_MODE', ['platform', 'self-hosted'])
  const host = read.text('BASALT_HOST') ?? '127.0.0.1'
  const port = read.port('BASALT_PORT') ?? 4400
  const dataDir = read.text('BASALT_DATA_DIR')
  const postgresDir = read.text('BASALT_POSTGRES_DIR')
  const chosenUrl = read.url('BASALT_PUBLIC_URL', ['http:', 'https:'])
  const publicUrl = chosenUrl ?? defaultUrl(host, port)
  const limits = readLimits(env)
  const config: Config = {
    mode,
    host,
    port,
    dataDir: absolute(dataDir ?? '.basalt', directory),
    isDataDirChosen: dataDir !== null,
    publicUrl,
    // A public address implies a proxy, usually on the same machine.
    trustedProxies: read.networks('BASALT_TRUSTED_PROXIES') ?? (chosenUrl === null ? [] : local),
    allowedNetworks: read.networks('BASALT_ALLOWED_NETWORKS') ?? [],
    supportEmail: read.email('BASALT_SUPPORT_EMAIL') ?? `support@${getHost(publicUrl)}`,
    telemetryUrl: read.url('BASALT_TELEMETRY_URL', ['http:', 'https:']),
    discussionsUrl: read.url('BASALT_DISCUSSIONS_URL', ['http:', 'https:']),
    errorReportUrl: read.url('BASALT_ERROR_REPORT_URL', ['http:', 'https:']),
    otlp: otlp(read, faults),
    ...databaseUrls(read),
    postgresDir: postgresDir === null ? null : absolute(postgresDir, directory),
    secretKey: read.text('BASALT_SECRET_KEY'),
    smtpUrl: read.url('BASALT_SMTP_URL', ['smtp:', 'smtps:']),
    disabledFeatures: read.list('BASALT_DISABLED_FEATURES', disableableFeatures),
    adminPassword: read.text('BASALT_ADMIN_PASSWORD'),
    github: github(
      read.text('BASALT_GITHUB_CLIENT_ID'),
      read.text('BASALT_GITHUB_CLIENT_SECRET'),
      faults,
    ),
    stripe: stripe(
      read.text('BASALT_STRIPE_SECRET_KEY'),
      read.text('BASALT_STRIPE_WEBHOOK_SECRET'),
      faults,
    ),
    model: model(
      {
        baseUrl: read.url('BASALT_AI_BASE_URL', ['http:', 'https:']),
        name: read.text('BASALT_AI_MODEL'),
        apiKey: read.text('BASALT_AI_API_KEY'),
      },
      { isUrlNamed: read.text('BASALT_AI_BASE_URL') !== null, faults },
    ),
    development: read.oneOf('BASALT_ENV', ['production', 'development']) === 'development',
    limits: limits.limits,
  }
  faults.push(...limits.faults, ...contradictions(config))
  if (faults.length > 0) throw new ConfigError(faults.join('\n'))
  return config
}

const postgres = ['postgres:', 'postgresql:']

const databaseUrls = (read: ReturnType<typeof reader>) => ({
  systemDatabaseUrl: read.url('BASALT_SYSTEM_DATABASE_URL', postgres),
  logsUrl: read.url('BASALT_LOGS_URL', ['http:', 'https:']),
  projectDatabaseUrl: read.url('BASALT_PROJECT_DATABASE_URL', postgres),
})

/** Whether only programs on this machine can reach the address. */
const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/u.test(host)

function contradictions(config: Config): string[] {
  const faults: string[] = []
  if (config.secretKey !== null && config.secretKey.length < 32) {
    faults.push(
      'BASALT_SECRET_KEY must have at least 32 characters; create one with `openssl rand -base64 32`.',
    )
  }
  if (config.projectDatabaseUrl !== null && config.mode === 'platform') {
    faults.push('BASALT_PROJECT_DATABASE_URL requires BASALT_MODE=self-hosted.')
  }
  if (config.stripe !== null && config.mode === 'self-hosted') {
    faults.push('BASALT_STRIPE_SECRET_KEY requires BASALT_MODE=platform.')
  }
  if (config.mode === 'self-hosted' && config.adminPassword === null && !isLoopback(config.host)) {
    faults.push(
      `BASALT_HOST=${config.host} allows connections from other machines: set BASALT_ADMIN_PASSWORD first, or listen on 127.0.0.1.`,
    )
  }
  if (config.mode === 'self-hosted' && config.adminPassword === null && isLoopback(config.host)) {
    if (!isLocalUrl(config.publicUrl)) {
      faults.push(
        `BASALT_PUBLIC_URL=${config.publicUrl} allows connections from other machines: set BASALT_ADMIN_PASSWORD first.`,
      )
    }
  }
  if (config.adminPassword !== null && config.adminPassword.length < 12) {
    faults.push('BASALT_ADMIN_PASSWORD must have at least 12 characters.')
  }
  return faults
}

function github(clientId: string | null, clientSecret: string | null, faults: string[]) {
  if (clientId === null && clientSecret === null) return null
  if (clientId !== null && clientSecret !== null) return { clientId, clientSecret }
  faults.push('BASALT_GITHUB_CLIENT_ID and BASALT_GITHUB_CLIENT_SECRET must be set together.')
  return null
}

function stripe(secretKey: string | null, webhookSecret: string | null, faults: string[]) {
  if (secretKey === null && webhookSecret === null) return null
  if (secretKey !== null && webhookSecret !== null) return { secretKey, webhookSecret }
  faults.push(
    'BASALT_STRIPE_SECRET_KEY and BASALT_STRIPE_WEBHOOK_SECRET must be set together: without the second, payments of invoices are not recorded.',
  )
  return null
}

function otlp(read: ReturnType<typeof reader>, faults: string[]): Config['otlp'] {
  const url = read.url('BASALT_OTLP_URL', ['http:', 'https:'])
  const text = read.text('BASALT_OTLP_SAMPLE') ?? '0.1'
  const sample = /^(?:0|1|[01]?\.\d+)$/u.test(text) ? Number(text) : Number.NaN
  if (!(sample >= 0 && sample <= 1)) {
    faults.push(`BASALT_OTLP_SAMPLE must be a share from 0 to 1, not "${text}".`)
  }
  return url === null ? null : { url, sample }
}

type ModelSettings = { baseUrl: string | null; name: string | null; apiKey: string | null }

function model(
  { baseUrl, name, apiKey }: ModelSettings,
  { isUrlNamed, faults }: { isUrlNamed: boolean; faults: string[] },
): Config['model'] {
  if (isUrlNamed !== (name !== null)) {
    faults.push('BASALT_AI_BASE_URL and BASALT_AI_MODEL must be set together.')
  } else if (apiKey !== null && !isUrlNamed) {
    faults.push('BASALT_AI_API_KEY requires BASALT_AI_BASE_URL and BASALT_AI_MODEL.')
  }
  if (baseUrl === null || name === null) return null
  if (apiKey !== null && new URL(baseUrl).password !== '') {
    faults.push('Set either BASALT_AI_API_KEY or a password in BASALT_AI_BASE_URL, not both.')
  }
  return { baseUrl, name, apiKey }
}

function getPort({ name, value }: { name: string; value: string | null }, faults: string[]) {
  if (value === null) return null
  const port = /^\d{1,5}$/u.test(value) ? Number(value) : Number.NaN
  if (port >= 1 && port <= 65_535) return port
  faults.push(`${name} must be a port from 1 to 65535, not "${value}".`)
  return null
}

function reader(env: Environment, faults: string[]) {
  const text = (name: string): string | null => {
    const value = env[name]?.trim()
    return value === undefined || value === '' ? null : value
  }
  return {
    text,
    port: (name: string): number | null => getPort({ name, value: text(name) }, faults),
    list(name: string, allowed: readonly string[]): string[] {
      const values = (text(name) ?? '').split(',').flatMap((value) => value.trim() || [])
      for (const value of values.filter((entry) => !allowed.includes(entry))) {
        faults.push(`${name} contains "${value}", which is not a feature that can be switched off.`)
      }
      return values
    },
    /** Addresses and networks, separated by commas; null when none is named. */
    networks(name: string): string[] | null {
      const value = text(name)
      if (value === null) return null
      const entries = value.split(',').flatMap((entry) => entry.trim() || [])
      for (const entry of entries.filter((one) => !isNetwork(one))) {
        faults.push(
          `${name} contains "${entry}", which is not an address or a network such as 10.0.0.0/8.`,
        )
      }
      return entries
    },
    email(name: string): string | null {
      const value = text(name)
      if (value === null || /^[^\s@]+@[^\s@]+$/u.test(value)) return value
      faults.push(`${name} must be an email address, not "${value}".`)
      return null
    },
    oneOf<const Option extends string>(
      name: string,
      options: readonly [Option, ...Option[]],
    ): Option {
      const value = text(name)
      const found = options.find((option) => option === value)
      if (value !== null && found === undefined) {
        faults.push(`${name} must be ${options.join(' or ')}, not "${value}".`)
      }
      return found ?? options[0]
    },
    url(name: string, protocols: readonly string[]): string | null {
      const value = text(name)
      if (value === null) return null
      if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) {
        return value.replace(/\/+$/u, '')
      }
      // The value may hold a password, so it is not repeated here.
      faults.push(
        `${name} must be a URL that begins with ${protocols.map((p) => `${p}//`).join(' or ')}.`,
      )
      return null
    },
  }
}

const local = ['127.0.0.0/8', '::1']

const getHost = (url: string) => (URL.canParse(url) ? new URL(url).hostname : 'localhost')

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  if (bits === undefined) return true
  return /^\d{1,3}$/u.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)
}

const absolute = (path: string, directory: string) =>
  isAbsolute(path) ? path : resolve(directory, path)

const defaultUrl = (host: string, port: number) =>
  `http://${isLoopback(host) || host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${port}`
