import { type DisableableFeature, serviceIds } from '@basalt/catalog'
import type { z } from 'zod/mini'

/** Optional features of an install. Routes and screens check these, never the mode. */
export const capabilities = [
  'accounts',
  'admin-password',
  'organizations',
  'projects',
  'billing',
  'telemetry',
  'consent',
  'github-sign-in',
  'email-verification',
  'outbox',
  'assistant',
  ...serviceIds,
] as const

export type Capability = (typeof capabilities)[number]

/** The permission that a route requires; `{ref}` and `{slug}` in the path give the scope. */
export type Permission = { action: string; resource: string }

export type AnyRoute = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path with `{name}` parameters, each of which must be a key of `params`. */
  path: `/${string}`
  params?: z.ZodMiniObject
  query?: z.ZodMiniObject
  body?: z.ZodMiniType
  /** A form validates its values by `body` before it sends them; pages have no other schema. */
  hasForm?: true
  /** The body is a file of any size, which the handler reads as a stream. */
  upload?: true
  response: z.ZodMiniType
  /** `stream` routes answer newline-delimited JSON; `response` is the schema of one line. */
  stream?: true
  /** A `stream` route whose lines are the text of a file, sent as they are produced. */
  file?: { type: string; name: string }
  /**
   * The right that the server checks before the handler and the dashboard checks
   * before it offers the control. `public` needs no session, `signed-in` any session.
   * `operator` is for people who run the install; for everybody else the path is not there.
   */
  permission: 'public' | 'signed-in' | 'operator' | Permission
  /**
   * How access tokens may use a `signed-in` route: limited tokens need this scope. Without it they
   * are refused; with `session-only` every token is, because the route decides about access to the
   * account.
   */
  token?:
    | 'organizations_read'
    | 'organizations_create'
    | 'organization_projects_create'
    | 'projects_read'
    | 'session-only'
  /**
   * Its work grows with the data, as a change of a large table does: neither the client nor the
   * server applies a deadline. Streams and files never have one.
   */
  takesLong?: true
  /** A route with a body that changes nothing and needs no audit entry. */
  isRead?: true
  /**
   * An access token may also be the password of HTTP basic authentication, for programs that know
   * nothing else.
   */
  acceptsBasic?: true
  /** A `public` route that does not ask who calls: it answers while the system database is away. */
  isAnonymous?: true
  /**
   * A data route: it reads or changes a project's database. It is refused while the services of the
   * organization are restricted; `always` is for downloads of the user's own data.
   */
  opensData?: 'unless-restricted' | 'always'
  /** Refused when the operator has switched this feature off. */
  feature?: DisableableFeature
  /** Present when only installs offering the capability answer this route. */
  capability?: Capability
}

/** Whether the route has a deadline for its answer. */
export const hasDeadline = ({ stream, upload, takesLong }: AnyRoute): boolean =>
  stream !== true && upload !== true && takesLong !== true

/** A route whose body a form checks. */
export type FormRoute = AnyRoute & { body: z.ZodMiniType; hasForm: true }

/**
 * The identity function, for type inference: a route is data that can be listed, tested and
 * documented.
 */
export const defineRoute = <const R extends AnyRoute>(route: R): R => route

type Part<R, K extends 'params' | 'query' | 'body'> = R extends {
  [P in K]: infer S extends z.ZodMiniType
}
  ? { [P in K]: z.output<S> }
  : unknown

type Sent<R, K extends 'params' | 'query' | 'body'> = R extends {
  [P in K]: infer S extends z.ZodMiniType
}
  ? { [P in K]: z.input<S> }
  : unknown

/** The input of a handler: every part parsed, with defaults. */
export type InputOf<R extends AnyRoute> = Part<R, 'params'> & Part<R, 'query'> & Part<R, 'body'>

/** The input of a caller: fields with defaults are optional. */
export type SentTo<R extends AnyRoute> = Sent<R, 'params'> &
  Sent<R, 'query'> &
  Sent<R, 'body'> &
  (R extends { upload: true } ? { file: Blob } : unknown)

export type OutputOf<R extends AnyRoute> = z.output<R['response']>
