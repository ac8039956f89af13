import type {
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from '@basalt/contract/account/second-factors'
import { base64URLStringToBuffer, bufferToBase64URLString } from '@simplewebauthn/browser'
import { vi } from 'vitest'

/** The server's request options for a sign-in. */
export const requestOptions: PasskeyRequestOptions = {
  challenge: 'c2lnbi1tZQ',
  rpId: 'localhost',
  timeout: 1000,
  allowCredentials: [],
  userVerification: 'required',
}

/** The server's creation options for a passkey. */
export const creationOptions: PasskeyCreationOptions = {
  rp: { id: 'localhost', name: 'Basalt' },
  user: { id: 'dTE', name: 'olga@example.test', displayName: 'olga@example.test' },
  challenge: 'bWFrZS1tZQ',
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

/** The answer of the authenticator as the page sends it. */
export const sentCredential = { id: 'a2V5', rawId: 'a2V5', type: 'public-key' }

type Requested = { kind: 'create' | 'get'; publicKey: unknown }

/**
 * Gives the test document the interface of browsers with passkeys. Returns the requests to the
 * authenticator, as JSON. `answer` is the action of the user; it may throw a browser's error.
 */
export function withPasskeys(answer: () => void = () => undefined): Requested[] {
  const requests: Requested[] = []
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('PublicKeyCredential', EventTarget)
  const ask =
    (kind: Requested['kind']) =>
    async ({ publicKey }: { publicKey: unknown }) => {
      requests.push({ kind, publicKey: toJson(publicKey) })
      answer()
      return credential
    }
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: { create: ask('create'), get: ask('get') },
  })
  return requests
}

const data = base64URLStringToBuffer('ZGF0YQ')

const credential = {
  id: sentCredential.id,
  rawId: base64URLStringToBuffer(sentCredential.rawId),
  type: sentCredential.type,
  response: {
    clientDataJSON: data,
    attestationObject: data,
    authenticatorData: data,
    signature: data,
    userHandle: null,
  },
  getClientExtensionResults: () => ({}),
  authenticatorAttachment: 'platform',
}

/** Buffers as the texts that the server sent. */
function toJson(value: unknown): unknown {
  if (value instanceof ArrayBuffer) return bufferToBase64URLString(value)
  if (Array.isArray(value)) return value.map(toJson)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, toJson(part)]))
}
