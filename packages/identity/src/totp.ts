import { Secret, TOTP } from 'otpauth'

/** The parameters that every authenticator app supports, RFC 6238 with its defaults. */
const shape = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** Shown by the app with the code. */
type Label = { issuer: string; account: string }

/** 160 random bits as Base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** The content of the QR code for an authenticator app. */
export const totpUri = (secret: string, { issuer, account }: Label): string =>
  new TOTP({ ...shape, issuer, label: account, secret }).toString()

/**
 * The time step of the code: the current one, the one before or the one after, because clocks
 * differ. Null for any other code; the comparison takes constant time.
 */
export function stepOfCode(secret: string, code: string, now = Date.now()): number | null {
  const totp = new TOTP({ ...shape, secret })
  const delta = totp.validate({ token: code, timestamp: now, window: 1 })
  return delta === null ? null : totp.counter({ timestamp: now }) + delta
}
