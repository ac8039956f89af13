import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'
import { typedName } from '../typed-name.ts'

const base64url = z.string().check(z.regex(/^[\w-]+$/u), z.maxLength(20_000))
const done = z.object({ ok: z.literal(true) })
const byId = z.object({ id: z.string() })

const name = typedName(100)
const password = z
  .string()
  .check(z.minLength(1, 'Enter a password'), z.maxLength(99, 'Maximum length of password exceeded'))
/** Six digits; blanks are how people and apps group them. */
const code = z.string().check(
  z.overwrite((text) => text.replaceAll(/\s/gu, '')),
  z.regex(/^\d{6}$/u, 'Enter the six digits that your app shows'),
)
const recoveryCode = z.string().check(
  z.overwrite((text) => text.toLowerCase().replaceAll(/[\s-]/gu, '')),
  z.regex(/^[a-z0-9]{10}$/u, 'Enter one of your recovery codes, for example a2b3c-d4e5f'),
)
/** The challenge that a sign-in returns when a second factor is required. */
const challenge = z.string().check(z.minLength(1), z.maxLength(200))

const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.optional(z.array(z.string())),
})

/** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn level 3, as far as it is used. */
const creationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number(),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('preferred'),
    requireResidentKey: z.literal(false),
    userVerification: z.literal('preferred'),
  }),
  attestation: z.literal('none'),
})

/** `PublicKeyCredentialRequestOptionsJSON` of WebAuthn level 3, as far as it is used. */
const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  allowCredentials: z.array(descriptor),
  userVerification: z.enum(['required', 'preferred']),
})

export type PasskeyCreationOptions = z.infer<typeof creationOptions>
export type PasskeyRequestOptions = z.infer<typeof requestOptions>

/** `RegistrationResponseJSON`: the browser's response to the creation options. */
const newCredential = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.optional(z.array(z.string().check(z.maxLength(30)))),
  }),
})

/** `AuthenticationResponseJSON`: the browser's response to the request options. */
const usedCredential = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: z.optional(z.nullable(z.string())),
  }),
})

export type NewCredential = z.infer<typeof newCredential>
export type UsedCredential = z.infer<typeof usedCredential>

const authenticator = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.nullable(z.string()),
})

const passkey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.nullable(z.string()),
  /** A service copies it to other devices. */
  is_backed_up: z.boolean(),
})

export type Authenticator = z.infer<typeof authenticator>
export type Passkey = z.infer<typeof passkey>

const security = z.object({
  has_password: z.boolean(),
  authenticators: z.array(authenticator),
  passkeys: z.array(passkey),
  recovery_codes_left: z.number(),
  /** The one origin at which passkeys of this install work. */
  passkey_origin: z.string(),
})

export type AccountSecurity = z.infer<typeof security>

/** Answered once, when the account got its first second factor; only hashes are stored. */
const withRecoveryCodes = z.object({ recovery_codes: z.nullable(z.array(z.string())) })

/** The second step of a sign-in, and the sign-in that needs no first one. */
export const secondStep = {
  verifyCode: defineRoute({
    method: 'POST',
    path: '/platform/sign-in/code',
    body: z.object({ challenge, code }),
    hasForm: true,
    response: done,
    permission: 'public',
    capability: 'accounts',
  }),
  verifyRecoveryCode: defineRoute({
    method: 'POST',
    path: '/platform/sign-in/recovery-code',
    body: z.object({ challenge, code: recoveryCode }),
    hasForm: true,
    response: z.object({ recovery_codes_left: z.number() }),
    permission: 'public',
    capability: 'accounts',
  }),
  /** With a challenge: the passkeys of that account; without: any passkey of this install. */
  startPasskey: defineRoute({
    method: 'POST',
    path: '/platform/sign-in/passkey/options',
    body: z.object({ challenge: z.optional(challenge) }),
    response: requestOptions,
    permission: 'public',
    capability: 'accounts',
    isRead: true,
  }),
  finishPasskey: defineRoute({
    method: 'POST',
    path: '/platform/sign-in/passkey',
    body: z.object({ challenge: z.optional(challenge), credential: usedCredential }),
    response: done,
    permission: 'public',
    capability: 'accounts',
  }),
}

const own = { permission: 'signed-in', token: 'session-only', capability: 'accounts' } as const

/**
 * Second factors of an account. Changes need a recent confirmation of identity: without it they are
 * refused with `confirmation_required`, and succeed after `confirm`.
 */
export const accountSecurity = {
  get: defineRoute({
    method: 'GET',
    path: '/platform/profile/security',
    response: security,
    ...own,
  }),
  confirm: defineRoute({
    method: 'POST',
    path: '/platform/profile/confirm',
    /** Exactly one of the three. */
    body: z.object({
      password: z.optional(password),
      code: z.optional(code),
      credential: z.optional(usedCredential),
    }),
    response: done,
    ...own,
  }),
  startConfirmation: defineRoute({
    method: 'POST',
    path: '/platform/profile/confirm/passkey',
    response: requestOptions,
    isRead: true,
    ...own,
  }),
  changePassword: defineRoute({
    method: 'PUT',
    path: '/platform/profile/password',
    /** `current_password` is required for accounts with a password. */
    body: z.object({ current_password: z.optional(z.string()), password }),
    response: done,
    ...own,
  }),
  startAuthenticator: defineRoute({
    method: 'POST',
    path: '/platform/profile/authenticators',
    body: z.object({ name }),
    hasForm: true,
    /** `secret` is Base32, for apps that cannot read the picture of `uri`. */
    response: z.object({ id: z.string(), secret: z.string(), uri: z.string() }),
    isRead: true,
    ...own,
  }),
  verifyAuthenticator: defineRoute({
    method: 'POST',
    path: '/platform/profile/authenticators/{id}/verify',
    params: byId,
    body: z.object({ code }),
    hasForm: true,
    response: withRecoveryCodes,
    ...own,
  }),
  removeAuthenticator: defineRoute({
    method: 'DELETE',
    path: '/platform/profile/authenticators/{id}',
    params: byId,
    response: done,
    ...own,
  }),
  renewRecoveryCodes: defineRoute({
    method: 'POST',
    path: '/platform/profile/recovery-codes',
    response: z.object({ recovery_codes: z.array(z.string()) }),
    ...own,
  }),
  startPasskey: defineRoute({
    method: 'POST',
    path: '/platform/profile/passkeys/options',
    response: creationOptions,
    isRead: true,
    ...own,
  }),
  addPasskey: defineRoute({
    method: 'POST',
    path: '/platform/profile/passkeys',
    body: z.object({ name, credential: newCredential }),
    response: withRecoveryCodes,
    ...own,
  }),
  renamePasskey: defineRoute({
    method: 'PATCH',
    path: '/platform/profile/passkeys/{id}',
    params: byId,
    body: z.object({ name }),
    hasForm: true,
    response: done,
    ...own,
  }),
  removePasskey: defineRoute({
    method: 'DELETE',
    path: '/platform/profile/passkeys/{id}',
    params: byId,
    response: done,
    ...own,
  }),
  endOtherSessions: defineRoute({
    method: 'DELETE',
    path: '/platform/profile/sessions',
    response: z.object({ ended: z.number() }),
    ...own,
  }),
}
