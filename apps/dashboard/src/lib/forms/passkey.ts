import type {
  NewCredential,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  UsedCredential,
} from '@basalt/contract/account/second-factors'

/** The user closed the question of the browser, or it timed out; the browser does not say which. */
class PasskeyCancelled extends Error {
  override readonly name = 'PasskeyCancelled'
}

export type PasskeyProblem = {
  /** One or two sentences. */
  reason: string
  /** The same page at the address where passkeys work, when that is known. */
  href?: string
}

/**
 * Why passkeys cannot be used in this browser at this address, or undefined when they can.
 * `origin` is where those of this install work, if that is known.
 */
export function passkeyProblem(origin?: string): PasskeyProblem | undefined {
  const { location, PublicKeyCredential: api } = globalThis
  const elsewhere = origin ?? namedOrigin(location)
  const href = elsewhere && `${elsewhere}${location.pathname}${location.search}`
  const link = href === undefined ? {} : { href }
  if (/^(?:\d+(?:\.\d+){3}|\[.*\])$/u.test(location.hostname)) {
    return { reason: 'Passkeys need a host name, not an IP address.', ...link }
  }
  if (origin !== undefined && origin !== location.origin) {
    return { reason: 'Passkeys for this install work at a different address.', ...link }
  }
  if (!globalThis.isSecureContext) return { reason: 'Passkeys require an https address.' }
  return typeof api !== 'function'
    ? { reason: 'This browser does not support passkeys. Update it or use another browser.' }
    : undefined
}

const namedOrigin = ({ hostname, origin }: Location) =>
  /^(?:127\.|\[::1\])/u.test(hostname) ? origin.replace(hostname, 'localhost') : undefined

const loadLibrary = () => import('@simplewebauthn/browser')

/** Asks the browser to make a passkey. */
export async function createPasskey(options: PasskeyCreationOptions): Promise<NewCredential> {
  const { startRegistration } = await loadLibrary()
  // The options are the JSON of the standard; only the type of `transports` is wider.
  const optionsJSON = options as Parameters<typeof startRegistration>[0]['optionsJSON']
  return startRegistration({ optionsJSON }).catch(refuse)
}

/** Asks the browser to sign in with a passkey. */
export async function askPasskey(options: PasskeyRequestOptions): Promise<UsedCredential> {
  const { startAuthentication } = await loadLibrary()
  const optionsJSON = options as Parameters<typeof startAuthentication>[0]['optionsJSON']
  return startAuthentication({ optionsJSON }).catch(refuse)
}

const notSelected = 'No passkey was selected. Try again or use another method.'

/** The library keeps the name of the browser's error in its own. */
function refuse(error: unknown): never {
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  if (name === 'InvalidStateError') {
    throw new Error('This device already has a passkey for your account.')
  }
  if (name === 'SecurityError') {
    throw new Error('The browser does not allow passkeys at this address.')
  }
  if (name === 'NotAllowedError' || name === 'AbortError' || name === 'Error') {
    throw new PasskeyCancelled(notSelected)
  }
  throw error instanceof Error
    ? error
    : new Error('Could not use the passkey. Try again or use another method.')
}
