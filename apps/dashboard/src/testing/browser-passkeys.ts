import type {
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from '@basalt/contract/account/second-factors'
import { vi } from 'vitest'

/** The server's request options for a sign-in. */
export const requestOptions: PasskeyRequestOptions = {
  challenge: 'sign-me',
  rpId: 'localhost',
  timeout: 1000,
  allowCredentials: [],
  userVerification: 'required',
}

/** The server's creation options for a passkey. */
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
 * Gives the test document the passkey API of browsers. `answer` is the response of the user and the
 * authenticator; it may throw like a browser.
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
