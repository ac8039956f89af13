import { can, type PermissionRule } from '@basalt/access'
import { ApiError } from '@basalt/contract'
import { z } from 'zod/mini'

import { findProject } from '../store/projects.ts'
import type { Store } from '../store/store.ts'
import type { Context } from './context.ts'
import type { PermissionSource } from './ports.ts'
import type { Endpoint } from './route.ts'

type RawInput = { params: unknown; query: unknown; body: unknown }

/** What is known of a request before its route is looked at. */
export type Caller = Pick<Context, 'principal' | 'client' | 'signal' | 'session'>

type Emit = (line: never) => Promise<void>

/** Answers one call; the page's boot data and HTTP requests go through the same door. */
export type Pipeline = {
  /** Who, what, may they: everything before the handler. */
  admit(endpoint: Endpoint, raw: RawInput, caller: Caller): Promise<Admitted>
  /** Runs the handler and checks its answer. */
  finish(endpoint: Endpoint, admitted: Admitted): Promise<unknown>
}

/** A call whose caller may make it and whose input fits the route. */
type Admitted = { input: never; context: Context }

const noStream: Emit = async () => undefined

export function createPipeline(store: Store, permissions: PermissionSource): Pipeline {
  const admit: Pipeline['admit'] = async (endpoint, raw, caller) => {
    const { route } = endpoint
    if (route.permission !== 'public' && caller.principal === null) {
      throw new ApiError('unauthenticated', 'Sign in to continue')
    }
    const input = parseInput(endpoint, raw)
    const rules = caller.principal === null ? [] : await permissions.rulesFor(caller.principal)
    const context: Context = {
      ...caller,
      project: null,
      may: (permission, organizationSlug) => can(rules, { ...permission, organizationSlug }),
    }
    if (typeof route.permission === 'object') {
      context.project = await authorize(route.permission, input, rules)
    }
    return { input: input as never, context }
  }

  /** Whoever is not a member gets the same answer as for what does not exist. */
  const authorize = async (
    permission: { action: string; resource: string },
    input: { params?: unknown },
    rules: readonly PermissionRule[],
  ) => {
    const params = (input.params ?? {}) as { ref?: string; slug?: string }
    const project = params.ref === undefined ? null : await findProject(store, params.ref)
    const organizationSlug = project?.organization_slug ?? params.slug
    const isMember = rules.some((rule) => rule.organization_slug === organizationSlug)
    if (organizationSlug === undefined || !isMember) {
      const missing =
        params.ref === undefined
          ? "We couldn't find that organization"
          : 'This project does not exist'
      throw new ApiError('not_found', missing)
    }
    const projectRef = project?.parent_project_ref ?? project?.ref
    if (!can(rules, { ...permission, organizationSlug, projectRef })) {
      throw new ApiError('forbidden', 'You need additional permissions to do this')
    }
    return project
  }

  return {
    admit,
    async finish(endpoint, { input, context }) {
      // Fields that the contract does not name never leave the server.
      return z.parse(endpoint.route.response, await endpoint.handle(input, context, noStream))
    },
  }
}

function parseInput({ route }: Endpoint, raw: RawInput) {
  return {
    ...(route.params !== undefined && { params: z.parse(route.params, raw.params) }),
    ...(route.query !== undefined && { query: z.parse(route.query, raw.query) }),
    ...(route.body !== undefined && { body: z.parse(route.body, raw.body ?? {}) }),
  }
}
