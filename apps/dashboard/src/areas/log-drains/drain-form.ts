import type { DrainDestination, drains, LogDrain } from '@basalt/contract/logs/drains'
import { type LogSourceName, logSourceNames } from '@basalt/contract/logs/logs'
import type { InputOf } from '@basalt/contract/route'

import type { FieldErrors } from '../../lib/forms/field-errors.ts'
import { type DrainType, hasHeaders, secretsOfType } from './drain-types.ts'

/** A secret as the form has it; the value of a stored one is unknown here. */
export type SecretValue = { name: string; value: string; isStored: boolean; isRemoved: boolean }

export type DrainForm = {
  name: string
  type: DrainType
  url: string
  username: string
  region: string
  bucket: string
  prefix: string
  host: string
  port: string
  isEncrypted: boolean
  /** Secrets with fixed names, by their names. */
  secrets: Record<string, SecretValue>
  headers: SecretValue[]
  sources: LogSourceName[]
}

type Body = InputOf<typeof drains.create>['body']

const noSecret = (name: string): SecretValue => ({
  name,
  value: '',
  isStored: false,
  isRemoved: false,
})

const fixedNames = Object.values(secretsOfType).flatMap((list) => list.map(({ name }) => name))

export const emptyHeader = noSecret('')

/** The values of a drain that is edited, or of a new one. */
export function getForm(drain?: LogDrain): DrainForm {
  const destination = drain?.destination
  const text = (name: string): string => {
    const value: unknown = Object.entries(destination ?? {}).find(([key]) => key === name)?.[1]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
  const type = destination?.type ?? 'http'
  const stored = (drain?.secret_names ?? []).map((name) => ({ ...noSecret(name), isStored: true }))
  const own = hasHeaders(type) ? [] : stored
  return {
    name: drain?.name ?? '',
    type,
    url: text('url'),
    username: text('username'),
    region: text('region'),
    bucket: text('bucket'),
    prefix: text('prefix'),
    host: text('host'),
    port: text('port') || '6514',
    isEncrypted: destination?.type === 'syslog' ? destination.tls : true,
    secrets: Object.fromEntries(
      fixedNames.map((name) => [name, own.find((one) => one.name === name) ?? noSecret(name)]),
    ),
    headers: hasHeaders(type) ? stored : [],
    sources: drain?.sources ?? [...logSourceNames],
  }
}

function getDestination(form: DrainForm): DrainDestination {
  const { type, url, username, region, bucket, prefix, host } = form
  const isGiven = (text: string) => text.trim() !== ''
  if (type === 'loki') return { type, url, ...(isGiven(username) && { username }) }
  if (type === 's3') return { type, url, region, bucket, ...(isGiven(prefix) && { prefix }) }
  if (type === 'syslog') {
    return { type, host, port: Number.parseInt(form.port, 10), tls: form.isEncrypted }
  }
  return { type, url }
}

/** Secrets of the chosen type. */
const listSecrets = ({ type, headers, secrets }: DrainForm): SecretValue[] =>
  hasHeaders(type)
    ? headers
    : secretsOfType[type].map(({ name }) => secrets[name] ?? noSecret(name))

/** Stored secrets that the form leaves out are removed, such as those of the former type. */
export function getBody(form: DrainForm, drain?: LogDrain): Body {
  const secrets: Record<string, string> = {}
  const kept = listSecrets(form)
  for (const name of drain?.secret_names ?? []) {
    if (!kept.some((one) => one.name === name && !one.isRemoved)) secrets[name] = ''
  }
  for (const { name, value, isRemoved } of kept) {
    if (value !== '' && !isRemoved) secrets[name.trim()] = value
  }
  const destination = getDestination(form)
  return { name: form.name, destination, secrets, sources: form.sources }
}

type TextName = 'name' | 'url' | 'region' | 'bucket' | 'host'

const required: Record<TextName, string> = {
  name: 'Enter a name',
  url: 'Enter a URL',
  region: 'Enter a region',
  bucket: 'Enter the name of a bucket',
  host: 'Enter a host',
}

const textsOfType: Readonly<Record<DrainType, readonly TextName[]>> = {
  http: ['url'],
  otlp: ['url'],
  loki: ['url'],
  datadog: ['url'],
  s3: ['url', 'region', 'bucket'],
  syslog: ['host'],
}

/** Where the error of a value stands in the body. */
export const pathsInBody = {
  url: 'destination.url',
  username: 'destination.username',
  region: 'destination.region',
  bucket: 'destination.bucket',
  prefix: 'destination.prefix',
  host: 'destination.host',
  port: 'destination.port',
} as const

export function checkForm(form: DrainForm): FieldErrors {
  const errors: FieldErrors = {}
  for (const name of ['name', ...textsOfType[form.type]] as const) {
    const path = name === 'name' ? name : pathsInBody[name]
    if (form[name].trim() === '') errors[path] = required[name]
  }
  if (form.type === 'syslog' && !isPort(form.port)) {
    errors[pathsInBody.port] = 'Enter a port from 1 to 65535'
  }
  for (const { name, isRequired } of secretsOfType[form.type]) {
    const { value = '', isStored = false, isRemoved = false } = form.secrets[name] ?? {}
    if (isRequired && value === '' && (!isStored || isRemoved))
      errors[`secrets.${name}`] = 'Enter a value'
  }
  if (hasHeaders(form.type)) Object.assign(errors, checkHeaders(form.headers))
  if (form.sources.length === 0) errors['sources'] = 'Choose at least one source'
  return errors
}

const isPort = (text: string): boolean => {
  const port = Number(text)
  return Number.isInteger(port) && port >= 1 && port <= 65_535
}

function checkHeaders(headers: readonly SecretValue[]): FieldErrors {
  const errors: FieldErrors = {}
  const seen = new Set<string>()
  headers.forEach(({ name, value, isStored }, at) => {
    const key = name.trim().toLowerCase()
    if (!/^[\w-]{1,100}$/u.test(key))
      errors[`headers.${at}`] = 'Enter a name of letters, digits, - and _'
    else if (seen.has(key)) errors[`headers.${at}`] = 'Another header has this name'
    else if (value === '' && !isStored) errors[`headers.${at}`] = 'Enter a value'
    seen.add(key)
  })
  return errors
}
