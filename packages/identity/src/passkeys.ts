/** `PublicKeyCredentialDescriptorJSON` of WebAuthn level 3. */
type Descriptor = { id: string; type: 'public-key'; transports: string[] }

/** `PublicKeyCredentialCreationOptionsJSON`, as far as it is used. */
type CreationOptions = {
  rp: { id: string; name: string }
  user: { id: string; name: string; displayName: string }
  challenge: string
  pubKeyCredParams: { type: 'public-key'; alg: number }[]
  timeout: number
  excludeCredentials: Descriptor[]
  authenticatorSelection: {
    residentKey: 'preferred'
    requireResidentKey: false
    userVerification: 'preferred'
  }
  attestation: 'none'
}

/** `PublicKeyCredentialRequestOptionsJSON`, as far as it is used. */
type RequestOptions = {
  challenge: string
  rpId: string
  timeout: number
  allowCredentials: Descriptor[]
  userVerification: 'required' | 'preferred'
}

type Credential<Response> = { id: string; rawId: string; type: 'public-key'; response: Response }

/** `RegistrationResponseJSON`: the browser's answer to the creation options. */
type NewCredential = Credential<{ clientDataJSON: string; attestationObject: string }>

/** `AuthenticationResponseJSON`: the browser's answer to the request options. */
type UsedCredential = Credential<{
  clientDataJSON: string
  authenticatorData: string
  signature: string
  userHandle?: string | null | undefined
}>

/** For whom passkeys are made: a domain, an origin, and the name that people are shown. */
export type RelyingParty = { id: string; origin: string; name: string }

export type PasskeyKey = { credentialId: string; publicKey: Buffer; counter: number }

type KnownCredential = { credentialId: string; transports: readonly string[] }

const timeoutMs = 5 * 60 * 1000
/** EdDSA, ES256 and RS256 of the COSE registry, which authenticators support. */
const algorithms = [-8, -7, -257]

/**
 * Passkeys need a name, not an address, so an install that is reached by the address of
 * this machine has them at `localhost`.
 */
export function getRelyingParty(publicUrl: string, name: string): RelyingParty {
  const url = new URL(publicUrl)
  if (/^(?:127(?:\.\d+){3}|\[::1\])$/u.test(url.hostname)) url.hostname = 'localhost'
  return { id: url.hostname, origin: url.origin, name }
}

/** Options for the browser to create a passkey; existing ones are excluded. */
export const creationOptions = (
  party: RelyingParty,
  challenge: string,
  account: { id: string; email: string; passkeys: readonly KnownCredential[] },
): CreationOptions => ({
  rp: { id: party.id, name: party.name },
  user: { id: getUserHandle(account.id), name: account.email, displayName: account.email },
  challenge,
  pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
  timeout: timeoutMs,
  excludeCredentials: account.passkeys.map(getDescriptor),
  authenticatorSelection: {
    residentKey: 'preferred',
    requireResidentKey: false,
    userVerification: 'preferred',
  },
  attestation: 'none',
})

/** Options for the browser to use a passkey; without `passkeys` the user chooses one. */
export const requestOptions = (
  party: RelyingParty,
  challenge: string,
  passkeys?: readonly KnownCredential[],
): RequestOptions => ({
  challenge,
  rpId: party.id,
  timeout: timeoutMs,
  allowCredentials: (passkeys ?? []).map(getDescriptor),
  userVerification: passkeys === undefined ? 'required' : 'preferred',
})

/** The challenge in the browser's response; null when the response cannot be parsed. */
export function getChallenge(credential: { response: { clientDataJSON: string } }): string | null {
  try {
    const text = Buffer.from(credential.response.clientDataJSON, 'base64url').toString('utf8')
    const { challenge } = JSON.parse(text) as { challenge?: unknown }
    return typeof challenge === 'string' ? challenge : null
  } catch {
    return null
  }
}

/** The user handle is passed to authenticators and must not be a name or an address. */
const getUserHandle = (userId: string): string => Buffer.from(userId).toString('base64url')

/** The new key, or null when the answer does not fit the challenge, the origin or the name. */
export async function verifyNewPasskey(
  party: RelyingParty,
  challenge: string,
  credential: NewCredential,
): Promise<(PasskeyKey & { isBackedUp: boolean }) | null> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...credential,
        response: { ...credential.response, transports: [] },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    })
    if (!verified) return null
    const { id, publicKey, counter } = registrationInfo.credential
    return {
      credentialId: id,
      publicKey: Buffer.from(publicKey),
      counter,
      isBackedUp: registrationInfo.credentialBackedUp,
    }
  } catch {
    return null
  }
}

/**
 * The new counter when the passkey signed the challenge for this origin, else null. A counter that
 * does not grow indicates a copied key and is refused.
 */
export async function verifyUsedPasskey(
  party: RelyingParty,
  key: PasskeyKey,
  answer: { challenge: string; credential: UsedCredential; mustVerifyUser: boolean },
): Promise<{ counter: number } | null> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { userHandle, ...response } = answer.credential.response
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...answer.credential,
        response: { ...response, ...(typeof userHandle === 'string' && { userHandle }) },
        clientExtensionResults: {},
      },
      expectedChallenge: answer.challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: {
        id: key.credentialId,
        publicKey: new Uint8Array(key.publicKey),
        counter: key.counter,
      },
      requireUserVerification: answer.mustVerifyUser,
    })
    return verified ? { counter: authenticationInfo.newCounter } : null
  } catch {
    return null
  }
}

const getDescriptor = ({ credentialId, transports }: KnownCredential) => ({
  id: credentialId,
  type: 'public-key' as const,
  transports: [...transports],
})
