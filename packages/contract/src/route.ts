import { type DisableableFeature, serviceIds } from '@basalt/catalog'
import type { z } from 'zod/mini'

/** What an install offers. Routes and screens ask for these, never for the mode. */
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

/** What the caller must be allowed to do; `{ref}` and `{slug}` in the path give the scope. */
export type Permission = { action: string; resource: string }

export type AnyRoute = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path with `{name}` parameters, each of which must be a key of `params`. */
  path: `/${string}`
  params?: z.ZodMiniObject
  query?: z.ZodMiniObject
  body?: z.ZodMiniType
  /** A form checks its values by `body` before it sends them: pages know no other schema. */
  hasForm?: true
  /** The body is a file of any size, which the handler reads as it comes. */
  upload?: true
  response: z.ZodMiniType
  /** `stream` routes answer newline-delimited JSON; `response` is the schema of one line. */
  stream?: true
  /** A `stream` route whose lines are the text of a file, sent as they come. */
  file?: { type: string; name: string }
  /**
   * The right that the server checks before the handler and the dashboard checks
   * before it offers the control. `public` needs no session, `signed-in` any session.
   * `operator` is for people who run the install; for everybody else the path is not there.
   */
  permission: 'public' | 'signed-in' | 'operator' | Permission
  /**
   * How access tokens may use a `signed-in` route: limited tokens need this scope. Without
   * it they may not; with `session-only` no token may, because the route decides who can
   * get in at all.
   */
  token?:
    | 'organizations_read'
    | 'organizations_create'
    | 'organization_projects_create'
    | 'projects_read'
    | 'session-only'
  /**
   * Works on as much data as people have, as a change of a large table does: neither the client
   * nor the server gives up waiting. Streams and files are so without saying it.
   */
  takesLong?: true
  /** A route that sends something and yet changes nothing worth an audit row. */
  isRead?: true
  /** A `public` route that does not ask who calls: it answers while the system database is away. */
  isAnonymous?: true
  /**
   * Reads or changes what is in a project's database. Such a door is closed while the services
   * of the organization are restricted; `always` is for people who take their own data away.
   */
  opensData?: 'unless-restricted' | 'always'
  /** Refused where whoever runs the install has switched this off. */
  feature?: DisableableFeature
  /** Present when only installs offering the capability answer this route. */
  capability?: Capability
}

/** Whether an answer that does not come in time is given up. */
export const hasDeadline = ({ stream, upload, takesLong }: AnyRoute): boolean =>
  stream !== true && upload !== true && takesLong !== true

/** A route whose body a form checks. */
export type FormRoute = AnyRoute & { body: z.ZodMiniType; hasForm: true }

/** Identity, kept for inference: a route is data, so it can be listed, tested and documented. */
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

/** What a handler receives: every part parsed, defaults filled in. */
export type InputOf<R extends AnyRoute> = Part<R, 'params'> & Part<R, 'query'> & Part<R, 'body'>

/** What a caller sends: fields with defaults may be left out. */
export type SentTo<R extends AnyRoute> = Sent<R, 'params'> &
  Sent<R, 'query'> &
  Sent<R, 'body'> &
  (R extends { upload: true } ? { file: Blob } : unknown)

export type OutputOf<R extends AnyRoute> = z.output<R['response']>
