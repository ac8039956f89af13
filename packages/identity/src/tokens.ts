import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits: cannot be guessed, so a plain hash of it is safe to store. */
export const newToken = (): string => randomBytes(32).toString('base64url')

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Compares two texts in constant time. */
export const isSameSecret = (one: string, other: string): boolean =>
  timingSafeEqual(hashToken(one), hashToken(other))
