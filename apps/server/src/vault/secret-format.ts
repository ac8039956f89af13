import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto'

/** A key of a project's vault. */
export type VaultKey = { id: string; bytes: Buffer }

/** A row of `vault.secrets`, as far as it is encrypted. */
export type SealedSecret = { id: string; key_id: string; nonce: Buffer; secret: string }

const version = 'v1.'
const macBytes = 32

/** Another row or key, or changed bytes: the secret is not the one that was encrypted. */
class ChangedSecretError extends Error {
  override readonly name = 'ChangedSecretError'
  constructor() {
    super('The secret was changed outside of the vault')
  }
}

/** The same format as the functions of the extension supabase_vault (packages/extensions). */
export function encryptSecret(
  text: string,
  { bytes, id: keyId }: VaultKey,
  { id, nonce }: Pick<SealedSecret, 'id' | 'nonce'>,
): string {
  const cipher = createCipheriv('aes-256-cbc', derive(bytes, 'encrypt'), nonce)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  const mac = computeMac(bytes, { id, key_id: keyId, nonce, body })
  return version + Buffer.concat([body, mac]).toString('base64')
}

/** @throws ChangedSecretError unless it was encrypted with this key for this row. */
export function decryptSecret(sealed: SealedSecret, { bytes, id }: VaultKey): string {
  const { secret, nonce } = sealed
  if (!secret.startsWith(version) || id !== sealed.key_id) throw new ChangedSecretError()
  const all = Buffer.from(secret.slice(version.length), 'base64')
  if (all.length <= macBytes) throw new ChangedSecretError()
  const body = all.subarray(0, -macBytes)
  const mac = computeMac(bytes, { ...sealed, body })
  if (!timingSafeEqual(mac, all.subarray(-macBytes))) throw new ChangedSecretError()
  const decipher = createDecipheriv('aes-256-cbc', derive(bytes, 'encrypt'), nonce)
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
}

const derive = (key: Buffer, label: string): Buffer =>
  createHmac('sha256', key).update(label).digest()

type Authenticated = { id: string; key_id: string; nonce: Buffer; body: Buffer }

const computeMac = (key: Buffer, { id, key_id: keyId, nonce, body }: Authenticated): Buffer =>
  createHmac('sha256', derive(key, 'authenticate'))
    .update('vault.v1')
    .update(readUuid(id))
    .update(readUuid(keyId))
    .update(nonce)
    .update(body)
    .digest()

const readUuid = (text: string): Buffer => Buffer.from(text.replaceAll('-', ''), 'hex')
