import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

import type {
  NewCredential,
  PasskeyCreationOptions,
  UsedCredential,
} from '@basalt/contract/account/second-factors'

type Behaviour = { origin: string; verifiesUser?: boolean; counter?: number }

/** A software authenticator: signs challenges as for a page of `origin`. */
export class SoftPasskey {
  readonly id = randomBytes(16).toString('base64url')
  readonly #keys: { publicKey: KeyObject; privateKey: KeyObject }

  constructor() {
    this.#keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  }

  create(options: PasskeyCreationOptions, behaviour: Behaviour): NewCredential {
    const data = authenticatorData(options.rp.id, behaviour, this.#attested())
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      text('fmt'),
      text('none'),
      text('attStmt'),
      Buffer.from([0xa0]),
      text('authData'),
      bytes(data),
    ])
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: clientData('webauthn.create', options.challenge, behaviour.origin),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  use(options: { challenge: string; rpId: string }, behaviour: Behaviour): UsedCredential {
    const data = authenticatorData(options.rpId, behaviour)
    const client = clientData('webauthn.get', options.challenge, behaviour.origin)
    const hash = createHash('sha256').update(Buffer.from(client, 'base64url')).digest()
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: client,
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, hash]), this.#keys.privateKey).toString(
          'base64url',
        ),
      },
    }
  }

  /** The credential with its public key as COSE, RFC 9052: key type EC2, ES256, P-256. */
  #attested(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const id = Buffer.from(this.id, 'base64url')
    const idLength = Buffer.from([0, id.length])
    const key = Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      bytes(Buffer.from(x, 'base64url')),
      Buffer.from([0x22]),
      bytes(Buffer.from(y, 'base64url')),
    ])
    return Buffer.concat([Buffer.alloc(16), idLength, id, key])
  }
}

/** WebAuthn level 3, section 6.1: name, flags, counter, and the credential when it is new. */
function authenticatorData(rpId: string, behaviour: Behaviour, attested?: Buffer): Buffer {
  const flags =
    0x01 | (behaviour.verifiesUser === true ? 0x04 : 0) | (attested === undefined ? 0 : 0x40)
  const counter = Buffer.alloc(4)
  counter.writeUInt32BE(behaviour.counter ?? 0)
  return Buffer.concat([
    createHash('sha256').update(rpId).digest(),
    Buffer.from([flags]),
    counter,
    attested ?? Buffer.alloc(0),
  ])
}

const clientData = (type: string, challenge: string, origin: string): string =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url')

/** CBOR of short texts and of byte strings below 64 KiB. */
const text = (value: string): Buffer =>
  Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])

function bytes(value: Buffer): Buffer {
  const head =
    value.length < 256 ? [0x58, value.length] : [0x59, value.length >> 8, value.length & 0xff]
  return Buffer.concat([Buffer.from(head), value])
}
