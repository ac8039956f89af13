import { hashToken, newToken } from './tokens.ts'

/** The secret of a link that is sent by email, and its stored form. */
export type MailToken = {
  /** Sent, and never stored. */
  token: string
  tokenHash: Buffer
  expiresAt: Date
}

export function createMailToken(lifetimeMs: number, now = Date.now()): MailToken {
  const token = newToken()
  return { token, tokenHash: hashToken(token), expiresAt: new Date(now + lifetimeMs) }
}
