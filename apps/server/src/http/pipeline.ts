import { setImmediate } from 'node:timers/promises'

import { type AccessRequest, can } from '@basalt/access'
import { routeName } from '@basalt/contract/boot'
import { ApiError } from '@basalt/contract/errors'
import { projects } from '@basalt/contract/project/projects'
import { type AnyRoute, hasDeadline } from '@basalt/contract/route'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod/mini'

import { getDataRoute } from '../billing/data-routes.ts'
import type { Resources } from '../limits/resources.ts'
import { type AuditOrigin, recordAttempt, recordAudit } from '../store/audit.ts'
import { findProject, type StoredProject } from '../store/projects.ts'
import type { Store } from '../store/store.ts'
import { type Context, hasMfa, type Principal, getScope } from './context.ts'
import type { Access, PermissionSource } from './ports.ts'
import type { Endpoint } from './route.ts'
import type { EmitLine } from './stream.ts'

type RawInput = { params: unknown; query: unknown; body: unknown }

/** Properties of a request before its route is resolved. */
export type Caller = Pick<
  Context,
  | 'principal'
  | 'client'
  | 'pageUrl'
  | 'signal'
  | 'keepRows'
  | 'cookies'
  | 'knownBrowserOf'
  | 'session'
> & {
  requestId: string
  /** The server makes the call in advance for the caller: a refusal is no event. */
  isForeseen?: true
}

type Emit = EmitLine<never>

/** Answers one call; the page's boot data and HTTP requests use the same pipeline. */
export type Pipeline = {
  /**
   * Authentication, validation and authorization: everything before the handler. While the caller
   * is being identified, the requested project is read in parallel.
   */
  admit(endpoint: Endpoint, raw: RawInput, caller: Caller | Promise<Caller>): Promise<Admitted>
  /** Runs the handler and checks its answer. */
  finish(endpoint: Endpoint, admitted: Admitted): Promise<unknown>
  /** Runs a handler that answers line by line. */
  stream(endpoint: Endpoint, admitted: Admitted, emit: Emit): Promise<void>
}

/** A call whose caller may make it and whose input fits the route. */
type Admitted = { input: never; context: Context; audited: { rows: number; isNothing: boolean } }

const releaseAtOnce: Caller['keepRows'] = (release) => release()
const noStream: Emit = async () => undefined
const noAccess: Access = { rules: [], organizations: new Map() }

type Services = {
  store: Store
  permissions: PermissionSource
  /** Features that the operator has switched off. */
  disabledFeatures?: readonly string[]
  resources: Resources
  logger: FastifyBaseLogger
}

export function createPipeline(services: Services): Pipeline {
  const { store, permissions, logger, disabledFeatures = [] } = services
  const { limits } = services.resources
  // A page makes several calls of one caller at once: the rights and the project are read once.
  const getAccess = createAccessReader(permissions)
  const getProject = createProjectReader(store)

  const admit: Pipeline['admit'] = async (endpoint, raw, calling) => {
    const { route } = endpoint
    const reading = readSoon(endpoint, raw, calling)
    const caller = await calling
    const { principal, isForeseen = false } = caller
    requireCaller(endpoint, principal)
    refuseSwitchedOff(endpoint, disabledFeatures)
    const input = await reading
    const projectReading = getProject(caller, route, input)
    const [access, project] = await Promise.all([getAccess(caller), projectReading])
    const audited = { rows: 0, isNothing: false }
    const origin = getOrigin(caller)
    const context: Context = {
      ...caller,
      organization: null,
      project: null,
      dataRoute: null,
      // A save counts its rows itself.
      keepRows: isReading(route) ? caller.keepRows : releaseAtOnce,
      deadline: { ms: limits.statementMs, isLong: !hasDeadline(route) },
      upload: null,
      file: route.file === undefined ? null : { ...route.file },
      access,
      origin,
      may: (permission, scope) => isAllowed({ ...permission, ...scope }, access, principal),
      changedNothing() {
        audited.isNothing = true
      },
      async audit(tx, { actor = origin.actor, ...event }) {
        audited.rows += 1
        const place = event.accountId === undefined ? placeOf(context) : {}
        await recordAudit(tx, { ...origin, actor }, { ...place, ...event })
      },
    }
    if (route.permission === 'signed-in') requireAccountScope(endpoint, principal)
    await authorize(store, route, { input, project, context, isForeseen })
    return { input: input as never, context, audited }
  }

  const noteSilence = ({ route }: Endpoint, { audited }: Admitted) => {
    if (isReading(route) || audited.rows > 0 || audited.isNothing) return
    logger.error({ route: routeName(route) }, 'A change wrote no entry to the audit log')
  }

  return {
    admit,
    async finish(endpoint, admitted) {
      const answer = await endpoint.handle(admitted.input, admitted.context, noStream)
      noteSilence(endpoint, admitted)
      // Fields that the contract does not name never leave the server.
      return z.parse(endpoint.route.response, answer)
    },
    async stream(endpoint, admitted, emit) {
      await endpoint.handle(admitted.input, admitted.context, emit)
      noteSilence(endpoint, admitted)
    },
  }
}

const isReading = ({ method, isRead }: AnyRoute): boolean => method === 'GET' || isRead === true

function createAccessReader(permissions: PermissionSource) {
  const known = new WeakMap<Caller, Promise<Access>>()
  return (caller: Caller): Promise<Access> => {
    if (caller.principal === null) return Promise.resolve(noAccess)
    const reading = known.get(caller) ?? permissions.getAccess(caller.principal)
    known.set(caller, reading)
    return reading
  }
}

/** The project that a path names, before authorization; null for routes without a rule. */
function createProjectReader(store: Store) {
  const known = new WeakMap<Caller, Map<string, Promise<StoredProject | null>>>()
  return (caller: Caller, { permission }: AnyRoute, input: { params?: unknown }) => {
    const { ref } = (input.params ?? {}) as { ref?: string }
    if (typeof permission !== 'object' || ref === undefined) return Promise.resolve(null)
    const ofCaller = known.get(caller) ?? new Map<string, Promise<StoredProject | null>>()
    known.set(caller, ofCaller)
    const { alongside } = caller.principal ?? {}
    const isRead = alongside?.ref === ref
    const reading =
      ofCaller.get(ref) ?? (isRead ? Promise.resolve(alongside.project) : findProject(store, ref))
    ofCaller.set(ref, reading)
    return reading
  }
}

function requireCaller({ route }: Endpoint, principal: Principal | null) {
  if (route.permission !== 'public' && principal === null) {
    throw new ApiError('unauthenticated', 'Sign in to continue')
  }
  if (route.permission === 'operator' && principal?.isOperator !== true) {
    throw new ApiError('not_found', `Not found: ${routeName(route)}`)
  }
}

function refuseSwitchedOff({ route }: Endpoint, disabled: readonly string[]) {
  if (route.feature !== undefined && disabled.includes(route.feature)) {
    throw new ApiError('forbidden', 'Your administrator has switched this off')
  }
}

/** Non-members get the same answer as for a missing resource. */
async function authorize(
  store: Store,
  route: AnyRoute,
  {
    input,
    project,
    context,
    isForeseen,
  }: {
    input: { params?: unknown }
    project: StoredProject | null
    context: Context
    isForeseen: boolean
  },
): Promise<void> {
  const { permission } = route
  if (typeof permission !== 'object') return
  const params = (input.params ?? {}) as { ref?: string; slug?: string }
  const slug = project?.organization_slug ?? params.slug
  const organization = slug === undefined ? undefined : context.access.organizations.get(slug)
  if (slug === undefined || organization === undefined) throw missing(params.ref)
  const scope = project === null ? { organizationSlug: slug } : getScope(project)
  if (project !== null && !context.may(projects.detail.permission, scope)) throw missing(params.ref)
  context.organization = { id: organization.id, slug }
  context.project = project
  if (organization.requiresMfa && !hasMfa(context)) {
    throw new ApiError(
      'mfa_required',
      'This organization requires multi-factor authentication. Turn it on in the security settings of your account.',
      // Lets the dashboard lead to the page that explains it.
      { fields: { organization_slug: slug } },
    )
  }
  if (context.may(permission, scope)) {
    context.dataRoute = getDataRoute(route, organization)
    return
  }
  if (isForeseen) throw refusal()
  const isOfToken = can(context.access.rules, { ...permission, ...scope })
  await recordAttempt(store, context.origin, {
    action: 'access.refused',
    outcome: 'refused',
    target: { kind: 'permission', id: `${permission.action} ${permission.resource}` },
    ...placeOf(context),
  })
  if (isOfToken) throw new ApiError('forbidden', scopeMissing)
  throw refusal()
}

const scopeMissing = 'This access token does not have the required scope'

const refusal = () => new ApiError('forbidden', 'You need additional permissions to do this')

const missing = (ref: string | undefined) =>
  new ApiError(
    'not_found',
    ref === undefined ? "We couldn't find that organization" : 'This project does not exist',
  )

const placeOf = ({ organization, project }: Context) => ({
  organizationId: organization?.id ?? null,
  projectRef: project?.ref ?? null,
})

/** A token never exceeds its owner, and never its own limits. */
function isAllowed(request: AccessRequest, access: Access, principal: Principal | null): boolean {
  return can(access.rules, request) && (principal?.token?.allows(request) ?? true)
}

function requireAccountScope({ route }: Endpoint, principal: Principal | null) {
  const token = principal?.token ?? null
  if (token === null) return
  if (route.token === 'session-only') {
    throw new ApiError('forbidden', 'Access tokens cannot do this. Sign in with a browser.')
  }
  if (!token.allowsAccount(route.token)) {
    throw new ApiError('forbidden', scopeMissing)
  }
}

function getOrigin({ principal, client, requestId }: Caller): AuditOrigin {
  return {
    actor: {
      kind: principal === null ? 'nobody' : principal.token === null ? 'user' : 'token',
      userId: principal?.userId ?? null,
      name:
        principal === null
          ? 'Nobody'
          : principal.token === null
            ? principal.email
            : `${principal.email} (${principal.token.name})`,
    },
    requestId,
    address: client.address,
    userAgent: client.userAgent,
  }
}

/**
 * The query that identifies the caller is sent first, and the requested project is read while it is
 * pending; when the caller is known, at once. An unauthorized caller learns only that.
 */
function readSoon(endpoint: Endpoint, raw: RawInput, calling: Caller | Promise<Caller>) {
  const reading = onceRequested(calling).then(() => parseInput(endpoint, raw))
  reading.catch(() => {})
  return reading
}

/** Settles when the query is pending, or answered. */
export const onceRequested = async (requested: unknown): Promise<void> => {
  await Promise.race([requested, setImmediate()]).catch(() => {})
}

function parseInput({ route }: Endpoint, raw: RawInput) {
  return {
    ...(route.params !== undefined && { params: z.parse(route.params, raw.params) }),
    ...(route.query !== undefined && { query: z.parse(route.query, raw.query) }),
    ...(route.body !== undefined && { body: z.parse(route.body, raw.body ?? {}) }),
  }
}
