import { EngineError } from '@basalt/engine'

import type { DatabaseAddress } from './address.ts'

/**
 * Parses `postgres://user:password@host:port/database`. A socket directory is given as
 * `?host=/directory`, which takes precedence over the host before it. `sslmode=require` encrypts,
 * `verify-ca` and `verify-full` also check the certificate; without it or with `disable`, the
 * connection is not encrypted.
 *
 * @throws EngineError `unreachable` for any other text.
 */
export function addressOfUrl(text: string): DatabaseAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^postgres(?:ql)?:$/.test(url.protocol)) {
    throw new EngineError('unreachable', 'A database URL begins with postgres:// and names a host.')
  }
  const user = decodeURIComponent(url.username) || 'postgres'
  return {
    host: url.searchParams.get('host') ?? decodeURIComponent(url.hostname).replaceAll(/[[\]]/g, ''),
    port: Number(url.port || 5432),
    user,
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)) || user,
    tls: listTls(url.searchParams.get('sslmode') ?? 'disable'),
  }
}

function listTls(sslmode: string): DatabaseAddress['tls'] {
  switch (sslmode) {
    case 'disable':
      return undefined
    case 'require':
      return { rejectUnauthorized: false }
    case 'verify-ca':
      return { rejectUnauthorized: true, checkServerIdentity: () => undefined }
    case 'verify-full':
      return { rejectUnauthorized: true }
    default:
      throw new EngineError('unreachable', `The database URL has an unknown sslmode: ${sslmode}.`)
  }
}
