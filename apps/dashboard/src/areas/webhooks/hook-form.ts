import {
  type Hook,
  type HookChange,
  hookEvents,
  type NewHook,
} from '@basalt/contract/webhooks/webhooks'

import { readPairs, separatedLines, writePairs } from '../../product/pair-lines.ts'

/** Values of the form, as they are written. */
export type HookValues = {
  /** The place of a table in the list of tables, as `schema.table`. */
  table: string
  name: string
  INSERT: boolean
  UPDATE: boolean
  DELETE: boolean
  method: string
  url: string
  headers: string
  params: string
  timeout_ms: string
  max_attempts: string
  /** `none`, `new` or `keep`, or `vault:` and the name of a secret. */
  signature: string
}

export const initialValues = (hook: Hook | undefined): HookValues => ({
  table: hook === undefined ? '' : tableKey(hook.schema, hook.table),
  name: hook?.name ?? '',
  INSERT: hook?.events.includes('INSERT') ?? true,
  UPDATE: hook?.events.includes('UPDATE') ?? false,
  DELETE: hook?.events.includes('DELETE') ?? false,
  method: hook?.method ?? 'POST',
  url: hook?.url ?? '',
  headers: writePairs(hook?.headers ?? {}),
  params: writePairs(hook?.params ?? {}),
  timeout_ms: String(hook?.timeout_ms ?? 5000),
  max_attempts: String(hook?.max_attempts ?? 10),
  signature: hook?.is_signed === true ? 'keep' : 'none',
})

/** Names may have any characters, a point too. */
export const tableKey = (schema: string, table: string): string => JSON.stringify([schema, table])

function readTable(key: string): { schema: string; table: string } {
  const [schema = '', table = ''] = key === '' ? [] : (JSON.parse(key) as string[])
  return { schema, table }
}

/** Errors that the schema would place at a single pair, which has no field. */
export function checkPairs(values: HookValues): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const field of ['headers', 'params'] as const) {
    const wrong = separatedLines(values[field]).find((line) => !/^\s*[^\s:]+\s*:/u.test(line))
    if (wrong !== undefined) errors[field] = `Write "${wrong.trim().slice(0, 40)}" as name: value`
  }
  return errors
}

type Content = Omit<HookChange, 'version'>

function readContent(values: HookValues): Content {
  const isVault = values.signature.startsWith('vault:')
  return {
    events: hookEvents.filter((event) => values[event]),
    // The select has the methods of the schema only.
    method: values.method as Content['method'],
    url: values.url.trim(),
    headers: readPairs(values.headers),
    params: readPairs(values.params),
    timeout_ms: Number(values.timeout_ms),
    max_attempts: Number(values.max_attempts),
    // As the method.
    signature: isVault ? 'vault' : (values.signature as Content['signature']),
    secret_name: isVault ? values.signature.slice('vault:'.length) : null,
  }
}

export const newBody = (values: HookValues): NewHook => ({
  ...readTable(values.table),
  name: values.name.trim(),
  ...readContent(values),
})

export const changeBody = (values: HookValues, { version }: Hook): HookChange => ({
  version,
  ...readContent(values),
})
