import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'
import { signInStep } from './sign-in.ts'

/** Sign-in through the identity provider of an organization. */
export const ssoSignIn = {
  /**
   * The address of the identity provider for an email. It depends on the domain alone, so it does
   * not reveal whether the account exists.
   */
  start: defineRoute({
    method: 'POST',
    path: '/platform/sign-in/sso',
    feature: 'dashboard_auth:sign_in_with_sso',
    body: z.object({
      email: z
        .string()
        .check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email('Enter a valid email address')),
      return_to: z.optional(z.string().check(z.maxLength(2000))),
    }),
    hasForm: true,
    /** The browser returns to `/sign-in-sso/return` with `code` and `state`. */
    response: z.object({ url: z.url() }),
    permission: 'public',
    capability: 'accounts',
    isRead: true,
  }),
  /** The parameters that the identity provider added to the return address. */
  finish: defineRoute({
    method: 'POST',
    path: '/platform/sign-in/sso/finish',
    feature: 'dashboard_auth:sign_in_with_sso',
    body: z.object({
      code: z.string().check(z.minLength(1), z.maxLength(4000)),
      state: z.string().check(z.minLength(1), z.maxLength(200)),
      iss: z.optional(z.string().check(z.maxLength(500))),
    }),
    /** Basalt's second factor is required only when the account has one. */
    response: z.extend(signInStep, { return_to: z.nullable(z.string()) }),
    permission: 'public',
    capability: 'accounts',
  }),
}
