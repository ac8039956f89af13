import type {
  NewCredential,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  UsedCredential,
} from '@basalt/contract/account/second-factors'

/**
 * The user cancelled the browser's dialog, or it failed; the browser does not distinguish these.
 */
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
  // Older browsers have neither, in contrast to the types.
  const reads = (api as { parseCreationOptionsFromJSON?: unknown } | undefined)
    ?.parseCreationOptionsFromJSON
  return reads === undefined
    ? { reason: 'This browser does not support passkeys. Update it or use another browser.' }
    : undefined
}

const namedOrigin = ({ hostname, origin }: Location) =>
  /^(?:127\.|\[::1\])/u.test(hostname) ? origin.replace(hostname, 'localhost') : undefined

/** Asks the browser to create a passkey. */
export async function createPasskey(options: PasskeyCreationOptions): Promise<NewCredential> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    // Parsed JSON has no key with undefined in it, which is all that the types disagree on.
    options as PublicKeyCredentialCreationOptionsJSON,
  )
  const credential = await answered(() => navigator.credentials.create({ publicKey }))
  return credential.toJSON() as unknown as NewCredential
}

/** Asks the browser to sign in with a passkey. */
export async function askPasskey(options: PasskeyRequestOptions): Promise<UsedCredential> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as PublicKeyCredentialRequestOptionsJSON,
  )
  const credential = await answered(() => navigator.credentials.get({ publicKey }))
  return credential.toJSON() as unknown as UsedCredential
}

async function answered(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await ask()
    if (credential !== null) return credential as PublicKeyCredential
  } catch (error) {
    throw refusal(error)
  }
  throw new PasskeyCancelled('No passkey was selected. Try again or use another method.')
}

function refusal(error: unknown): Error {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'InvalidStateError') {
    return new Error('This device already has a passkey for your account.')
  }
  if (name === 'SecurityError') {
    return new Error('The browser does not allow passkeys at this address.')
  }
  if (name === 'NotAllowedError' || name === 'AbortError') {
    return new PasskeyCancelled('No passkey was selected. Try again or use another method.')
  }
  return error instanceof Error
    ? error
    : new Error('Could not use the passkey. Try again or use another method.')
}
