import { plural } from '../../lib/format/format.ts'
import { Notice } from '../../ui/Notice.tsx'
import type { Tested, useTestConnection } from './queries.ts'

const steps: Record<NonNullable<Tested['failed']>, string> = {
  name: 'The name or the address of the server',
  port: 'The port',
  tls: 'The encrypted connection (TLS)',
  login: 'The login',
  privilege: 'The privileges of the role',
}

type Props = { test: Pick<ReturnType<typeof useTestConnection>, 'data' | 'error'> }

/** The step of a connection that failed, or that it works. */
export function TestedConnection({ test: { data, error } }: Props) {
  if (error !== null) return <Notice tone="bad">{error.message}</Notice>
  if (data === undefined) return null
  if (data.failed === null) {
    return (
      <Notice tone="good" title="The connection works">
        The role may read {plural(data.tables, 'table')}.
      </Notice>
    )
  }
  return (
    <Notice tone="bad" title={`${steps[data.failed]} failed`}>
      {data.message}
    </Notice>
  )
}
