import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts values that the system database stores, and derives those that it need not store. */
export type Vault = {
  /** AES-256-GCM; `purpose` must be the same at `open`, so a value cannot be used elsewhere. */
  seal(text: string, purpose: string): string
  /** Null when the value was not sealed by this key for this purpose. */
  open(sealed: string, purpose: string): string | null
  /** A secret that is always the same for a label and cannot be guessed without the key. */
  derive(label: string): string
}

const version = 'v1.'
const ivBytes = 12
const tagBytes = 16

export function createVault(secretKey: string): Vault {
  const subkey = (label: string) => Buffer.from(hkdfSync('sha256', secretKey, 'basalt', label, 32))
  const key = subkey('vault')
  return {
    seal(text, purpose) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(purpose))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return version + Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
    },
    open(sealed, purpose) {
      if (!sealed.startsWith(version)) return null
      const bytes = Buffer.from(sealed.slice(version.length), 'base64url')
      if (bytes.length < ivBytes + tagBytes) return null
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes))
          .setAAD(Buffer.from(purpose))
          .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
        const body = bytes.subarray(ivBytes + tagBytes)
        return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },
    derive: (label) => subkey(`derive:${label}`).toString('base64url'),
  }
}
