import type { Connection } from './queries.ts'

/** The fields of the form; those of the other kind of target keep their values. */
export type ServerForm = {
  name: string
  type: 'project' | 'server'
  ref: string
  host: string
  port: string
  tls: 'verified' | 'encrypted'
  database: string
  username: string
  password_secret: string
}

export const emptyForm = (projects: readonly { ref: string }[]): ServerForm => ({
  name: '',
  type: projects.length > 0 ? 'project' : 'server',
  ref: projects[0]?.ref ?? '',
  host: '',
  port: '5432',
  tls: 'verified',
  database: 'postgres',
  username: '',
  password_secret: '',
})

export const pathsInBody = {
  ref: 'target.ref',
  host: 'target.host',
  port: 'target.port',
  tls: 'target.tls',
} as const

export function getConnection(values: ServerForm): Connection {
  const { type, ref, host, port, tls, database, username, password_secret: secret } = values
  return {
    target: type === 'project' ? { type, ref } : { type, host, port: Number(port) || 0, tls },
    database,
    username,
    password_secret: secret,
  }
}
