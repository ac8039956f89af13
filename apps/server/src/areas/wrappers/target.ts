import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'

import { ApiError } from '@basalt/contract/errors'
import type { ForeignTarget } from '@basalt/contract/wrappers/wrappers'
import type { ProjectEngine } from '@basalt/engine'
import { type OutboundNetwork, privateAddress } from '@basalt/identity'

import { type Context, getPrincipal, getProject, getScope } from '../../http/context.ts'
import { addRemedy } from '../../limits/private-address.ts'
import { findProject, type StoredProject } from '../../store/projects.ts'
import type { Store } from '../../store/store.ts'

type Services = { store: Store; engine: ProjectEngine; outside: OutboundNetwork }

/** An address that was checked: connections go there, even if the name resolves to another one later. */
export type CheckedAddress = {
  host: string
  address: string
  port: number
  sslmode: 'disable' | 'require' | 'verify-full'
}

/** The host cannot be found, or nobody may connect to it from here. */
export class TargetError extends ApiError {}

const query = { action: 'tenant:Sql:Query', resource: 'queries' }

export const mayQuery = (context: Context, project: StoredProject): boolean =>
  project.organization_slug === getProject(context).organization_slug &&
  project.ref !== getProject(context).ref &&
  context.may(query, getScope(project))

/**
 * The address of a target. Servers on this machine and in private networks are refused, except
 * networks that the operator allows, and the databases of projects that the caller may query.
 *
 * @throws TargetError with a text for the user.
 */
export async function checkTarget(
  { store, engine, outside }: Services,
  context: Context,
  target: ForeignTarget,
): Promise<CheckedAddress> {
  if (target.type === 'project') {
    const project = await findProject(store, target.ref)
    if (project === null || !mayQuery(context, project)) {
      throw refusal('target.ref', 'This project does not exist, or you may not query it')
    }
    const { host, port } = await engine.connection(target.ref)
    return { host, address: host, port, sslmode: 'disable' }
  }
  const addresses = await resolve(target.host)
  const closed = addresses.find((address) => !outside.mayConnect(address))
  if (closed !== undefined) {
    const message = `${target.host} (${closed}) ${privateAddress}`
    throw refusal('target.host', addRemedy(message, getPrincipal(context)))
  }
  const [address] = addresses
  if (address === undefined) throw refusal('target.host', `${target.host} has no address`)
  const sslmode = target.tls === 'verified' ? 'verify-full' : 'require'
  return { host: target.host, address, port: target.port, sslmode }
}

async function resolve(host: string): Promise<string[]> {
  const name = host.replaceAll(/^\[|\]$/gu, '')
  if (isIP(name) !== 0) return [name]
  try {
    // IPv4 first: not every machine has a route for the other.
    const found = await lookup(name, { all: true, order: 'ipv4first' })
    return found.map(({ address }) => address)
  } catch {
    throw refusal('target.host', `The name ${host} cannot be resolved`)
  }
}

const refusal = (field: string, message: string) =>
  new TargetError('invalid_request', message, { fields: { [field]: message } })
