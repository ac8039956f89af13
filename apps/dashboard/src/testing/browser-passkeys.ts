import type {
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from '@basalt/contract/account/second-factors'
import { vi } from 'vitest'

/** What the server asks of a passkey that signs in. */
export const requestOptions: PasskeyRequestOptions = {
  challenge: 'sign-me',
  rpId: 'localhost',
  timeout: 1000,
  allowCredentials: [],
  userVerification: 'required',
}

/** What the server asks of a passkey that is made. */
export const creationOptions: PasskeyCreationOptions = {
  rp: { id: 'localhost', name: 'Basalt' },
  user: { id: 'u1', name: 'olga@example.test', displayName: 'olga@example.test' },
  challenge: 'make-me',
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 1000,
  excludeCredentials: [],
  authenticatorSelection: {
    residentKey: 'preferred',
    requireResidentKey: false,
    userVerification: 'preferred',
  },
  attestation: 'none',
}

type Requested = { kind: 'create' | 'get'; publicKey: unknown }

/**
 * Gives the test document what browsers with passkeys have. `answer` is what the person
 * and the authenticator do; it may throw what a browser throws.
 */
export function withPasskeys(answer: (requested: Requested) => object | null): void {
  const same = (options: unknown) => options
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('PublicKeyCredential', {
    parseCreationOptionsFromJSON: same,
    parseRequestOptionsFromJSON: same,
  })
  const ask =
    (kind: Requested['kind']) =>
    async ({ publicKey }: { publicKey: unknown }) => {
      const credential = answer({ kind, publicKey })
      return credential === null ? null : { toJSON: () => credential }
    }
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: { create: ask('create'), get: ask('get') },
  })
}
