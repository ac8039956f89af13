import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'
import { optionalName } from '../typed-name.ts'
import { signOutRoute } from './sign-out.ts'

const email = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email('Enter a valid email address'))
/** SPEC.md section 5: at most 99 characters. Strength is the password check's business. */
const password = z
  .string()
  .check(z.minLength(1, 'Enter a password'), z.maxLength(99, 'Maximum length of password exceeded'))
const done = z.object({ ok: z.literal(true) })

/** Methods of the second step of a sign-in. */
const secondFactors = ['authenticator', 'passkey', 'recovery_code'] as const

/**
 * The result of a sign-in: a session, or a challenge that the second step must present within ten
 * minutes.
 */
export const signInStep = z.object({
  mfa_required: z.boolean(),
  challenge: z.optional(z.object({ token: z.string(), methods: z.array(z.enum(secondFactors)) })),
})

export type SignInStep = z.infer<typeof signInStep>

export const signIn = {
  signUp: defineRoute({
    method: 'POST',
    path: '/platform/signup',
    feature: 'dashboard_auth:sign_up',
    body: z.object({
      email,
      password,
      name: z.optional(optionalName(100)),
    }),
    hasForm: true,
    /** `verification_required`: no session yet, a link was sent to the address. */
    response: z.object({ verification_required: z.boolean() }),
    permission: 'public',
    capability: 'accounts',
  }),
  signIn: defineRoute({
    method: 'POST',
    path: '/platform/sign-in',
    feature: 'dashboard_auth:sign_in_with_email',
    body: z.object({ email, password }),
    hasForm: true,
    response: signInStep,
    permission: 'public',
    capability: 'accounts',
  }),
  signInAdmin: defineRoute({
    method: 'POST',
    path: '/platform/sign-in/admin',
    body: z.object({ password }),
    hasForm: true,
    response: done,
    permission: 'public',
    capability: 'admin-password',
  }),
  startGithub: defineRoute({
    method: 'POST',
    path: '/platform/sign-in/github',
    feature: 'dashboard_auth:sign_in_with_github',
    body: z.object({ return_to: z.optional(z.string()) }),
    /**
     * The address to send the browser to; it returns to `/sign-in/github` with `code` and `state`.
     */
    response: z.object({ url: z.url() }),
    permission: 'public',
    capability: 'github-sign-in',
  }),
  /** `code` and `state` are the parameters that GitHub added to the return address. */
  finishGithub: defineRoute({
    method: 'POST',
    path: '/platform/sign-in/github/finish',
    feature: 'dashboard_auth:sign_in_with_github',
    body: z.object({
      code: z.string().check(z.minLength(1)),
      state: z.string().check(z.minLength(1)),
    }),
    response: z.extend(signInStep, { return_to: z.nullable(z.string()) }),
    permission: 'public',
    capability: 'github-sign-in',
  }),
  signOut: signOutRoute,
  forgotPassword: defineRoute({
    method: 'POST',
    path: '/platform/forgot-password',
    body: z.object({ email }),
    hasForm: true,
    response: done,
    permission: 'public',
    isRead: true,
    capability: 'accounts',
  }),
  resetPassword: defineRoute({
    method: 'POST',
    path: '/platform/reset-password',
    body: z.object({ token: z.string().check(z.minLength(1)), password }),
    response: done,
    permission: 'public',
    capability: 'accounts',
  }),
  verifyEmail: defineRoute({
    method: 'POST',
    path: '/platform/verify-email',
    body: z.object({ token: z.string().check(z.minLength(1)) }),
    response: done,
    permission: 'public',
    capability: 'accounts',
  }),
}
